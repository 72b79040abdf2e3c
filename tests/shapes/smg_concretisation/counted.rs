//! Lists with numbers that count their nodes.

use crate::smg_concretisation::pieces::Theme;

/// Two lists and their lengths. Features: `o` they are doubly linked, `w` the first one and its length are in a block, `c` lengths
/// are of 8 bits.
pub const COUNTED: Theme = Theme {
    features: "b",
    declarations: "
    c|typedef unsigned char Length;
    !c|typedef @width Length;
    typedef struct node {
    struct node *n;
    o|struct node *p;
    int e;
    } Node;
    typedef struct list {
    Length length;
    Node *h;
    } List;
    static Node *make(Node *n, int e) {
    Node *m = @alloc;
    m->n = n;
    m->e = e;
    o|m->p = 0;
    o|if (n) n->p = m;
    return m;
    }
    static Node *at(Node *m, Length index) {
    for (Length step = 0; step < index; step++) m = m->n;
    return m;
    }
    static void push(List *l, int e) {
    l->h = make(l->h, e);
    l->length++;
    }
    static int pop(List *l) {
    Node *g = l->h;
    int e = g->e;
    l->h = g->n;
    o|if (l->h) l->h->p = 0;
    free(g);
    l->length--;
    return e;
    }
    ",
    locals: "
    int i = 0, j = 0;
    Length k = 0, l = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    w|List *q = calloc(1, sizeof(List));
    ",
    pieces: &[
        "
        while (@cond) {
        x = make(x, @val);
        k++;
        }
        ",
        "
        while (@cond) {
        y = make(y, @val);
        l++;
        }
        ",
        "
        for (@i = 0; @i < @few; @i++) {
        x = make(x, @i);
        k += 1;
        }
        ",
        "
        if (k > 0) {
        t = x;
        x = t->n;
        o|if (x) x->p = 0;
        free(t);
        k--;
        }
        ",
        "
        while (k != 0) {
        t = x->n;
        free(x);
        x = t;
        k--;
        }
        ",
        "
        t = x;
        for (@i = 0; @i < k; @i++) {
        t->e = @val;
        t = t->n;
        }
        ",
        "
        for (Length step = k; step > 0; step--) {
        t = x;
        x = t->n;
        t->n = y;
        o|if (y) y->p = t;
        y = t;
        l++;
        }
        x = 0;
        k = 0;
        ",
        "
        if (k == 0) x = make(0, @val);
        else {
        for (t = x; t->n; t = t->n) i = t->e;
        t->n = make(0, @val);
        o|t->n->p = t;
        }
        k++;
        ",
        "
        Node **p = &x;
        while (*p) {
        if (@cond) {
        t = *p;
        *p = t->n;
        o|if (t->n) t->n->p = t->p;
        free(t);
        k--;
        break;
        }
        p = &(*p)->n;
        }
        ",
        "
        j = __VERIFIER_nondet_int() & 3;
        if (j < k) at(x, j)->e = @val;
        ",
        "
        if (k > 1) {
        t = at(x, k - 1);
        t->e = k;
        }
        ",
        "
        if (k > 0) at(x, k / 2)->e = @val;
        ",
        "
        if (l > 0) {
        t = at(y, l - 1);
        t->n = x;
        o|if (x) x->p = t;
        x = y;
        k += l;
        y = 0;
        l = 0;
        }
        ",
        "
        k = 0;
        for (t = x; t; t = t->n) k++;
        ",
        "
        u = 0;
        while (x) {
        t = x->n;
        x->n = u;
        o|x->p = t;
        u = x;
        x = t;
        }
        x = u;
        u = 0;
        ",
        "
        if (k == l) {
        u = y;
        for (t = x; t; t = t->n) {
        t->e = u->e;
        u = u->n;
        }
        }
        ",
        "
        while (k > @few) {
        t = x;
        x = x->n;
        o|x->p = 0;
        free(t);
        k--;
        }
        ",
        "
        while (l < k) {
        y = make(y, @val);
        l++;
        }
        ",
        "
        if (k >= @few) {
        t = x->n;
        x->n = t->n;
        o|if (t->n) t->n->p = x;
        free(t);
        k--;
        }
        ",
        "
        needs w
        while (@cond) push(q, @val);
        ",
        "
        needs w
        if (q->length) j = pop(q);
        ",
        "
        needs w
        while (q->length > k) pop(q);
        ",
        "
        needs w
        t = q->h;
        q->h = x;
        x = t;
        Length other = q->length;
        q->length = k;
        k = other;
        ",
        "
        needs w
        if (q->length > 1) at(q->h, q->length - 1)->e = @val;
        ",
    ],
    end: "
    while (k) {
    t = x->n;
    free(x);
    x = t;
    k--;
    }
    for (Length step = 0; step < l; step++) {
    t = y->n;
    free(y);
    y = t;
    }
    w|while (q->length > 0) pop(q);
    w|free(q);
    ",
};
