//! Lists of nodes whose text lies in the node itself if it is short, and in a block of its own if it is not.

use crate::smg_concretisation::pieces::{EMPTIED, SWAPPED, Theme};

/// Lists whose nodes have a number and a text of as many bytes. Features: `v` a tag tells where the text is, `o` some texts are
/// in a variable that nodes share, `w` the recorded number is too large for some, `c` the node begins with its own buffer.
pub const BUFFERS: Theme = Theme {
    features: "b",
    declarations: "
    static char shared[4];
    typedef struct node {
    c|char own[4];
    @width count;
    v|int is_owner;
    char *all;
    !c|char own[4];
    struct node *n;
    } Node;
    static void fill(Node *m, int l) {
    m->count = l;
    v|m->is_owner = l > 4;
    !o|m->all = l <= 4 ? m->own : malloc(l);
    o|m->all = l > 4 ? malloc(l) : l == 2 ? shared : m->own;
    w|if (l == 6) m->all = (free(m->all), malloc(5));
    }
    static Node *make(Node *n, int l) {
    Node *m = malloc(sizeof(Node));
    fill(m, l);
    m->n = n;
    return m;
    }
    static void empty(Node *m) {
    v|if (m->is_owner) free(m->all);
    !v|if (m->all != m->own && m->all != shared) free(m->all);
    }
    ",
    locals: "
    int i = 0, j = 0, l = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    char *a = 0;
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
        while (@cond) @x = make(@x, 1);
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
        if (@t->count > 4 && @t->all == @t->own) reach_error();
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->all == @t->own) @t->count = 4;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@cond) {
        empty(@t);
        fill(@t, @few);
        }
        }
        ",
        "
        needs v
        for (@t = @x; @t; @t = @t->n) {
        if (@t->is_owner && @t->all == @t->own) reach_error();
        if (!@t->is_owner && @cond) @t->all = @t->own;
        }
        ",
        "
        if (@x) {
        Node copy = *@x;
        if (copy.count > 0) copy.all[copy.count - 1] = 1;
        if (copy.all == copy.own) reach_error();
        }
        ",
        "
        if (@x && @x->n) {
        a = @x->all;
        @x->all = @x->n->all;
        @x->n->all = a;
        }
        ",
        "
        if (@x) {
        empty(@x);
        @t = @x->n;
        free(@x);
        @x = @t;
        }
        ",
        SWAPPED,
    ],
    end: EMPTIED,
};
