//! Lists of nodes of several sizes: records that begin with one base, and nodes with a payload of their own length.

use crate::smg_concretisation::pieces::{EMPTIED, SWAPPED, Theme};

/// Lists of records that begin with a base; the kind tells which record a node is. Features: `v` a function for each kind instead
/// of a number, `o` the largest record owns a block, `w` nodes are zeroed, `c` doubly linked.
pub const SIZES: Theme = Theme {
    features: "z",
    declarations: "
    typedef struct node {
    !v|@width kind;
    v|int (*kind)(struct node *);
    struct node *n;
    c|struct node *p;
    } Node;
    typedef struct small { Node base; } Small;
    typedef struct middle { Node base; int number; int more; } Middle;
    typedef struct large { Node base; long number; int *data; int last; } Large;
    v|static int of_small(Node *m) { return m->n == 0; }
    v|static int of_middle(Node *m) { return ((Middle *)m)->number == 1; }
    v|static int of_large(Node *m) { return ((Large *)m)->last == 2; }
    static int is(Node *m, int kind) {
    !v|return m->kind == kind;
    v|return m->kind == (kind == 0 ? of_small : kind == 1 ? of_middle : of_large);
    }
    static void *zeroed(unsigned long size) {
    w|return calloc(1, size);
    !w|return malloc(size);
    }
    static Node *make(Node *n, int kind) {
    Node *m = 0;
    if (kind == 0) {
    Small *s = zeroed(sizeof(Small));
    m = (Node *)s;
    v|m->kind = of_small;
    }
    if (kind == 1) {
    Middle *s = zeroed(sizeof(Middle));
    s->number = @small;
    m = (Node *)s;
    v|m->kind = of_middle;
    }
    if (kind > 1) {
    Large *s = zeroed(sizeof(Large));
    s->number = @few;
    s->last = @small;
    s->data = 0;
    o|s->data = malloc(sizeof(int));
    o|*s->data = 1;
    m = (Node *)s;
    v|m->kind = of_large;
    }
    !v|m->kind = kind;
    m->n = n;
    c|m->p = 0;
    c|if (n) n->p = m;
    return m;
    }
    static void empty(Node *m) {
    o|if (is(m, 2)) free(((Large *)m)->data);
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    ",
    pieces: &[
        "while (@cond) @x = make(@x, @cond);",
        "while (@cond) @x = make(@x, @cond ? 0 : @cond ? 1 : 2);",
        "while (@cond) @x = make(@x, @cond ? 0 : 2);",
        "while (@cond) @x = make(@x, @cond ? 1 : 2);",
        "
        @x = make(@x, 0);
        while (@cond) @x = make(@x, 1);
        @x = make(@x, 2);
        ",
        "while (@cond) @x = make(@x, 2);",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (is(@t, 1)) ((Middle *)@t)->number = @small;
        if (is(@t, 2)) ((Large *)@t)->last = @small;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (is(@t, 2)) {
        Large *large = (Large *)@t;
        if (large->data) @i = *large->data;
        @j = large->last;
        }
        if (is(@t, 1)) @i = ((Middle *)@t)->number;
        }
        ",
        "
        needs v
        for (@t = @x; @t; @t = @t->n) @i = @t->kind(@t);
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (is(@t, 2) && @cond) {
        free(((Large *)@t)->data);
        ((Large *)@t)->data = @cond ? 0 : malloc(sizeof(int));
        }
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (is(@t, 1) && ((Middle *)@t)->number > 9) reach_error();
        if (is(@t, 2) && ((Large *)@t)->number > 9) reach_error();
        }
        ",
        "
        if (@x && is(@x, 2)) {
        Large copy = *(Large *)@x;
        if (copy.data) @i = *copy.data;
        if (copy.base.n != @x->n) reach_error();
        }
        ",
        "
        if (@x && is(@x, 1)) {
        !v|@x->kind = 0;
        v|@x->kind = of_small;
        }
        ",
        "
        if (@x && @x->n) {
        @t = @x->n;
        @x->n = @t->n;
        c|if (@t->n) @t->n->p = @x;
        empty(@t);
        free(@t);
        }
        ",
        "
        if (@x) {
        empty(@x);
        @t = @x->n;
        c|if (@t) @t->p = 0;
        free(@x);
        @x = @t;
        }
        ",
        "
        needs c
        @t = @x;
        while (@t && @t->n) @t = @t->n;
        while (@t) {
        if (is(@t, 2)) @i = ((Large *)@t)->last;
        @t = @t->p;
        }
        ",
        SWAPPED,
    ],
    end: EMPTIED,
};
