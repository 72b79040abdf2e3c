//! Blocks with as many elements as a number says, and what leads through them.

use crate::smg_concretisation::pieces::Theme;

/// Arrays, buffers that grow, and lists of nodes with arrays. Features: `v` what is pushed is a number that is not known, `o`
/// elements are records, `w` lengths are of type `long`, `c` an array is made of zeros.
pub const ARRAYS: Theme = Theme {
    features: "a",
    declarations: "
    void *realloc(void *, unsigned long);
    void *memset(void *, int, unsigned long);
    void *memcpy(void *, const void *, unsigned long);
    w|typedef long Count;
    !w|typedef int Count;
    o|typedef struct item {
    o|long key;
    o|int e;
    o|} Item;
    !o|typedef struct item {
    !o|int e;
    !o|} Item;
    typedef struct buffer {
    int *data;
    Count length, capacity;
    } Buffer;
    typedef struct node {
    Count count;
    Item *items;
    struct node *n;
    } Node;
    static Item *items(Count l) {
    c|return calloc(l, sizeof(Item));
    Item *a = malloc(l * sizeof(Item));
    for (Count k = 0; k < l; k++) a[k].e = 0;
    return a;
    }
    static void push(Buffer *q, int value) {
    if (q->length == q->capacity) {
    q->capacity = q->capacity ? q->capacity + @few : 2;
    q->data = realloc(q->data, q->capacity * sizeof(int));
    }
    q->data[q->length++] = value;
    }
    static int sum(Item *a, Count l) {
    int s = 0;
    for (Count k = 0; k < l; k++) s += a[k].e;
    return s;
    }
    static Node *make(Node *n, Count l) {
    Node *m = malloc(sizeof(Node));
    m->count = l;
    m->items = items(l);
    m->n = n;
    return m;
    }
    ",
    locals: "
    Count i = 0, j = 0, l = 0, n = __VERIFIER_nondet_int() & 7;
    int x = 0, y = 0;
    Item *a = 0, *e = 0;
    char *s = 0;
    Buffer q = { 0 };
    Node *t = 0, *u = 0;
    int *r[12] = { 0 };
    ",
    pieces: &[
        "
        n = __VERIFIER_nondet_int();
        if (n < 0 || n > 9) n = @few;
        ",
        "n = n + @few & 7;",
        "n = (n + @i) / 2;",
        "
        free(a);
        l = n;
        a = items(l);
        ",
        "
        free(a);
        l = n + @few;
        a = items(n + 1);
        ",
        "
        if (n > l) {
        a = realloc(a, n * sizeof(Item));
        while (l < n) a[l++].e = @val;
        }
        ",
        "for (@i = 0; @i < l; @i++) a[@i].e = @val;",
        "for (@i = l; @i > 0; @i--) a[@i - 1].e = @val;",
        "for (@i = @small; @i >= 0 && @i < l; @i++) a[@i].e++;",
        "for (@i = 0; @i + 1 < l; @i++) a[@i + 1] = a[@i];",
        "for (@i = 0, @j = l - 1; @i < @j; @i++, @j--) a[@i].e = a[@j].e;",
        "for (@i = 0; @i != l; @i++) x += a[@i].e;",
        "for (e = a; e < a + l; e++) e->e = @val;",
        "
        e = a;
        for (@i = 0; @i < l; @i++) e++->e = @i;
        ",
        "for (e = a; e != a + l; e++) x += e->e;",
        "for (e = a + l; e > a; e->e = @val) e--;",
        "for (e = a + @small; a && e < a + l; e += @few) e->e++;",
        "
        e = a;
        while (e - a < l) {
        if (e->e @cmp x) break;
        e++;
        }
        if (e - a < l) e->e = @val;
        ",
        "
        if (a && n >= 0 && n <= l) {
        Item *from = a + n, *end = a + l;
        while (from != end) {
        from->e = @val;
        from++;
        }
        }
        ",
        "
        if (a && l > 0) {
        Item *first = a, *last = a + (l - 1);
        while (first < last) {
        x = first->e;
        first++->e = last->e;
        last--->e = x;
        }
        }
        ",
        "if (l > @few) a[@few].e = a[l - 1].e;",
        "if (l > 0 && n >= 0) a[n % l].e = @val;",
        "if (n >= 0 && n < l) a[n].e = @val;",
        "if (a && l > 0) memset(a, 0, l * sizeof(Item));",
        "y = sum(a, l);",
        "
        @i = 0;
        @j = l;
        while (@i < @j) {
        n = @i + (@j - @i) / 2;
        if (a[n].e @cmp x) @i = n + 1;
        else @j = n;
        }
        ",
        "
        for (@i = 1; @i < l; @i++) {
        x = a[@i].e;
        for (@j = @i; @j > 0 && a[@j - 1].e > x; @j--) a[@j].e = a[@j - 1].e;
        a[@j].e = x;
        }
        ",
        "
        free(s);
        s = malloc(n + 2);
        for (@i = 0; @i <= n; @i++) s[@i] = 'a';
        s[n + 1] = 0;
        ",
        "
        v|while (@cond) push(&q, __VERIFIER_nondet_int());
        !v|while (@cond) push(&q, @i);
        ",
        "if (q.length > 0) x = q.data[--q.length];",
        "for (@i = 0; @i < q.length; @i++) x += q.data[@i];",
        "while (@cond) t = make(t, n);",
        "for (u = t; u; u = u->n) y += sum(u->items, u->count);",
        "while (@cond) t = make(t, __VERIFIER_nondet_int() & 7);",
        "while (@cond) t = make(t, @few);",
        "
        for (u = t; u; u = u->n) {
        if (u->count > 0) u->count--;
        }
        ",
        "
        for (u = t; u; u = u->n) {
        if (u->count > 0) u->items[u->count - 1].e = @val;
        }
        ",
        "
        if (t) {
        free(t->items);
        t->items = items(n);
        t->count = n;
        }
        ",
        "
        if (t && t->n) {
        e = t->items;
        t->items = t->n->items;
        t->n->items = e;
        if (@cond) t->count = t->n->count;
        }
        ",
        "
        for (@i = 0; @i < 12; @i++) {
        free(r[@i]);
        r[@i] = malloc(sizeof(int));
        *r[@i] = @val;
        }
        ",
        "if (r[@few]) r[@small & 7] = r[@few];",
        "if (n >= 0 && n < 12) free(r[n]);",
        "
        free(r[n & 7]);
        r[n & 7] = 0;
        ",
        "if (r[n & 7]) *r[n & 7] = @val;",
        "if (r[@few]) x = *r[@few];",
        "if (n >= 0 && n < 12) r[n] = r[n] ? realloc(r[n], 8) : 0;",
    ],
    end: "
    for (i = 0; i < 12; i++) free(r[i]);
    while (t) {
    u = t->n;
    free(t->items);
    free(t);
    t = u;
    }
    free(a);
    free(s);
    free(q.data);
    ",
};
