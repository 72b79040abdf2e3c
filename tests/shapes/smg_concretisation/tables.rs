//! Arrays of pointers and of records with pointers, which the analysis summarises.

use crate::smg_concretisation::pieces::Theme;

/// A table of lists. Features: `o` elements are records, `w` the table is a member of a record, `c` it is allocated with as many
/// elements as a number says, `v` that number is not known.
pub const TABLES: Theme = Theme {
    features: "b",
    declarations: "
    void *realloc(void *, unsigned long);
    void *memset(void *, int, unsigned long);
    void *memcpy(void *, const void *, unsigned long);
    typedef struct node {
    struct node *n;
    int e;
    } Node;
    o|typedef struct item {
    o|int e;
    o|char c[4];
    o|Node *h;
    o|} Item;
    !o|typedef Node *Item;
    typedef struct buffer {
    int used;
    Item slots[11];
    Node *last;
    } Buffer;
    static Item fixed[10];
    static Node *make(Node *n, int e) {
    Node *m = @alloc;
    m->n = n;
    m->e = e;
    return m;
    }
    static void drop(Node *m) {
    while (m) {
    Node *g = m;
    m = m->n;
    free(g);
    }
    }
    ",
    locals: "
    int i = 0, j = 0, l = 10, k = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    w|Buffer *q = calloc(1, sizeof(Buffer));
    w|Item *a = q->slots;
    !w|Item *a = fixed;
    cv|l = 9 + (__VERIFIER_nondet_int() & 3);
    c|Item *b = calloc(l, sizeof(Item));
    c|a = b;
    ",
    pieces: &[
        "
        while (@cond) {
        k = __VERIFIER_nondet_int() & 7;
        o|a[k].h = make(a[k].h, @val);
        !o|a[k] = make(a[k], @val);
        }
        ",
        "
        for (@i = 0; @i < l; @i++) {
        o|a[@i].h = make(a[@i].h, @i);
        o|a[@i].e = @val;
        !o|a[@i] = make(a[@i], @i);
        }
        ",
        "
        for (@i = 0; @i < 10; @i++) {
        o|if (!fixed[@i].h) fixed[@i].h = make(0, @val);
        !o|if (!fixed[@i]) fixed[@i] = make(0, @val);
        }
        ",
        "
        for (@i = 0; @i < l; @i++) {
        o|drop(a[@i].h);
        o|a[@i].h = 0;
        !o|drop(a[@i]);
        !o|a[@i] = 0;
        }
        ",
        "
        for (@i = l - 1; @i >= 0; @i--) {
        o|for (t = a[@i].h; t; t = t->n) t->e = @i;
        !o|for (t = a[@i]; t; t = t->n) t->e = @i;
        }
        ",
        "
        for (@i = 0; @i < l; @i++) {
        o|while (a[@i].h) {
        o|t = a[@i].h;
        o|a[@i].h = t->n;
        o|free(t);
        o|}
        !o|while (a[@i]) {
        !o|t = a[@i];
        !o|a[@i] = t->n;
        !o|free(t);
        !o|}
        }
        ",
        "
        @i = 0;
        while (@i < l && @cond) {
        o|x = make(x, a[@i].e);
        !o|if (a[@i]) x = make(x, a[@i]->e);
        @i++;
        }
        ",
        "
        k = __VERIFIER_nondet_int() & 7;
        o|t = a[k].h;
        !o|t = a[k];
        if (t) {
        o|a[k].h = t->n;
        !o|a[k] = t->n;
        t->n = x;
        x = t;
        }
        ",
        "
        k = __VERIFIER_nondet_int() & 7;
        j = __VERIFIER_nondet_int() & 7;
        Item swapped = a[k];
        a[k] = a[j];
        a[j] = swapped;
        ",
        "
        j = @val;
        o|a[(unsigned)j % 9].h = make(a[(unsigned)j % 9].h, j);
        !o|a[(unsigned)j % 9] = make(a[(unsigned)j % 9], j);
        ",
        "
        o|for (t = a[(unsigned)k % l].h; t; t = t->n) if (t->e == @val) break;
        !o|for (t = a[(unsigned)k % l]; t; t = t->n) if (t->e == @val) break;
        if (t) t->e = k;
        ",
        "
        j = __VERIFIER_nondet_int() & 7;
        u = 0;
        o|for (t = a[j].h; t && t->e != @val; t = t->n) u = t;
        !o|for (t = a[j]; t && t->e != @val; t = t->n) u = t;
        if (t) {
        if (u) u->n = t->n;
        o|else a[j].h = t->n;
        !o|else a[j] = t->n;
        free(t);
        }
        ",
        "
        for (@i = 0; @i + 1 < l; @i++) {
        if (@cond) {
        Item moved = a[@i];
        a[@i] = a[@i + 1];
        a[@i + 1] = moved;
        }
        }
        ",
        "
        @i = 0;
        while (@i < l) {
        o|if (a[@i].h && @cond) break;
        !o|if (a[@i] && @cond) break;
        @i++;
        }
        if (@i < l) {
        o|drop(a[@i].h);
        o|a[@i].h = 0;
        !o|drop(a[@i]);
        !o|a[@i] = 0;
        }
        ",
        "
        for (@i = 0; @i < l; @i++) {
        o|Node **p = &a[@i].h;
        !o|Node **p = &a[@i];
        while (*p) {
        if (@cond) {
        t = *p;
        *p = t->n;
        free(t);
        }
        else p = &(*p)->n;
        }
        }
        ",
        "
        o|y = a[@few].h;
        !o|y = a[@few];
        if (y) y->e = @val;
        ",
        "
        needs w
        while (q->used < 11 && @cond) {
        o|q->slots[q->used].e = @val;
        o|q->slots[q->used++].h = make(0, @val);
        !o|q->slots[q->used++] = make(0, @val);
        }
        ",
        "
        needs w
        while (q->used > 0) {
        q->used--;
        o|drop(q->slots[q->used].h);
        o|q->slots[q->used].h = 0;
        !o|drop(q->slots[q->used]);
        !o|q->slots[q->used] = 0;
        }
        ",
        "
        needs w
        if (!q->last) q->last = make(0, @val);
        ",
        "
        needs c
        k = l + @few;
        a = realloc(b, k * sizeof(Item));
        b = a;
        for (@i = l; @i < k; @i++) {
        o|a[@i].h = 0;
        o|a[@i].e = @val;
        !o|a[@i] = 0;
        }
        l = k;
        ",
        "
        needs c
        a = realloc(b, l * sizeof(Item) + 8);
        b = a;
        o|a[l].e = @val;
        o|k = a[l].e;
        !o|a[l] = make(0, @val);
        !o|drop(a[l]);
        ",
        "
        needs c
        j = l;
        while (j < 30 && @cond) {
        if (j == l) {
        l += 6;
        a = realloc(b, l * sizeof(Item));
        b = a;
        }
        o|a[j].h = make(0, @val);
        o|a[j].e = j;
        !o|a[j] = make(0, @val);
        j++;
        }
        l = j;
        ",
        "
        k = __VERIFIER_nondet_int() & 7;
        o|memset(a[k].c, 1, k);
        o|a[k].c[3] = 0;
        o|if (a[j & 7].c[0] == 1) k = 1;
        !o|memset(&a[k], 0, k);
        ",
        "
        needs w
        Buffer kept = *q;
        if (kept.used > 0) kept.used--;
        o|if (kept.slots[kept.used].h) k = kept.slots[kept.used].h->e;
        !o|if (kept.slots[kept.used]) k = kept.slots[kept.used]->e;
        ",
        "
        needs c
        Item *d = malloc(l * sizeof(Item));
        memcpy(d, a, l * sizeof(Item));
        o|if (d[@few].h) d[@few].h->e = @val;
        !o|if (d[@few]) d[@few]->e = @val;
        free(d);
        ",
        "
        for (@i = 0; @i < l; @i++) {
        o|drop(a[@i].h);
        !o|drop(a[@i]);
        }
        memset(a, 0, l * sizeof(Item));
        ",
    ],
    end: "
    for (i = 0; i < l; i++) {
    o|drop(a[i].h);
    !o|drop(a[i]);
    }
    drop(x);
    c|free(b);
    w|drop(q->last);
    w|free(q);
    ",
};
