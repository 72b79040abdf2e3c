//! Lists of nodes that know how large the blocks are that they own.

use crate::smg_concretisation::pieces::{SWAPPED, Theme};

/// Lists whose nodes have a number and a block of as many elements. Features: `v` a node may have none, `o` elements are of four
/// bytes, `w` the recorded size is too large for some, `c` blocks are made of zeros.
pub const MEASURED: Theme = Theme {
    features: "m",
    declarations: "
    void *realloc(void *, unsigned long);
    o|typedef int Element;
    !o|typedef char Element;
    typedef struct node {
    @width count;
    Element *all;
    struct node *n;
    } Node;
    static Element *elements(int l) {
    c|return calloc(l, sizeof(Element));
    !c|return malloc(l * sizeof(Element));
    }
    static Node *make(Node *n, int l) {
    Node *m = malloc(sizeof(Node));
    m->count = l;
    v|m->all = l > 0 ? elements(l) : 0;
    !v|m->all = elements(l);
    w|if (l == 3) m->all = (free(m->all), elements(2));
    m->n = n;
    return m;
    }
    ",
    locals: "
    int i = 0, j = 0, l = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    Element *a = 0;
    ",
    pieces: &[
        "while (@cond) @x = make(@x, __VERIFIER_nondet_int() & 3);",
        "while (@cond) @x = make(@x, 1 + (__VERIFIER_nondet_int() & 7));",
        "while (@cond) @x = make(@x, @few);",
        "
        l = __VERIFIER_nondet_int() & 7;
        @x = make(@x, l);
        @x = make(@x, l + 1);
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->count > 0) @t->all[@t->count - 1] = 1;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        for (@i = 0; @i < @t->count; @i++) @t->all[@i] = 0;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->count @cmp @small) @t->count--;
        }
        ",
        "for (@t = @x; @t; @t = @t->n) @t->count = @few;",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@cond) @t->all = realloc(@t->all, @t->count * sizeof(Element) + 1);
        }
        ",
        "
        if (@x) {
        free(@x->all);
        @x->count = @few;
        @x->all = elements(@x->count);
        }
        ",
        "
        if (@x && @x->n) {
        a = @x->all;
        @x->all = @x->n->all;
        @x->n->all = a;
        @i = @x->count;
        @x->count = @x->n->count;
        if (@cond) @x->n->count = @i;
        }
        ",
        "
        if (@x) {
        free(@x->all);
        @t = @x->n;
        free(@x);
        @x = @t;
        }
        ",
        SWAPPED,
    ],
    end: "
    while (x) {
    t = x->n;
    free(x->all);
    free(x);
    x = t;
    }
    while (y) {
    t = y->n;
    free(y->all);
    free(y);
    y = t;
    }
    ",
};
