//! Lists of nodes that end in a payload, whose length the node holds.

use crate::smg_concretisation::pieces::{EMPTIED, SWAPPED, Theme};

/// Lists of nodes with a payload behind them. Features: `v` the number counts elements of four bytes, `o` the number includes the
/// header, `w` the recorded number is too large for some, `c` some nodes are lengthened by `realloc`.
pub const PAYLOADS: Theme = Theme {
    features: "f",
    declarations: "
    void *realloc(void *, unsigned long);
    typedef struct node {
    struct node *n;
    @width count;
    !v|char all[];
    v|int all[];
    } Node;
    static Node *make(Node *n, int l) {
    !v|Node *m = malloc(sizeof(Node) + l);
    v|Node *m = malloc(sizeof(Node) + l * sizeof(int));
    !o|m->count = l;
    o|m->count = l + 2;
    w|if (l == 6) m->count = l + 1;
    m->n = n;
    return m;
    }
    static int length(Node *m) {
    !o|return m->count;
    o|return m->count - 2;
    }
    static void empty(Node *m) {
    m->count = 0;
    }
    ",
    locals: "
    int i = 0, j = 0, l = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    ",
    pieces: &[
        "while (@cond) @x = make(@x, __VERIFIER_nondet_int() & 7);",
        "while (@cond) @x = make(@x, 1 + (__VERIFIER_nondet_int() & 7));",
        "while (@cond) @x = make(@x, @cond ? 3 : 6);",
        "
        while (@cond) {
        l = __VERIFIER_nondet_int();
        if (l > 0 && l < 100) @x = make(@x, l);
        }
        ",
        "
        @x = make(@x, 5);
        while (@cond) @x = make(@x, 0);
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (length(@t) > 0) @t->all[length(@t) - 1] = 1;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        for (@i = 0; @i < length(@t); @i++) @t->all[@i] = 0;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (length(@t) > 4) @t->all[4] = 2;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (length(@t) > 3 && @cond) @t->count = @t->count - 1;
        }
        ",
        "
        needs c
        if (@x) {
        l = length(@x);
        !v|@x = realloc(@x, sizeof(Node) + l + 4);
        v|@x = realloc(@x, sizeof(Node) + (l + 4) * sizeof(int));
        @x->count = @x->count + 4;
        }
        ",
        "
        if (@x && @x->n) {
        @t = @x->n;
        @x->n = @t->n;
        free(@t);
        }
        ",
        "
        if (@x) {
        @t = @x->n;
        free(@x);
        @x = @t;
        }
        ",
        SWAPPED,
    ],
    end: EMPTIED,
};
