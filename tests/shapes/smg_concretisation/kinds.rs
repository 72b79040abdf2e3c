//! Lists of nodes of several kinds: what a cell leads to depends on the kind of its node.

use crate::smg_concretisation::pieces::{SWAPPED, Theme};

/// Lists whose nodes lead to a block of their own, to a variable, to a literal or to a block that all share. Features: `v` a
/// union of a number and a pointer, `w` a function for each kind, `o` an address of the node itself, `c` a list of parts.
pub const KINDS: Theme = Theme {
    features: "k",
    declarations: "
    c|typedef struct part {
    c|struct part *n;
    c|} Part;
    typedef struct node {
    struct node *n;
    @width kind;
    int *data;
    v|union {
    v|@width number;
    v|char *text;
    v|} of;
    w|void (*drop)(struct node *);
    o|void *up;
    c|Part *parts;
    } Node;
    static int one, two;
    static int *shared;
    static void keep(Node *m) {
    m->data = 0;
    }
    static void drop(Node *m) {
    free(m->data);
    m->data = 0;
    }
    static Node *make(Node *n, int kind) {
    Node *m = @alloc;
    m->kind = kind;
    m->data = kind == 0 ? malloc(sizeof(int)) : kind == 1 ? &one : kind == 2 ? shared : 0;
    if (kind == 0) *m->data = @small;
    v|if (kind == 0) m->of.text = malloc(@few);
    v|if (kind == 1) m->of.number = @small;
    v|if (kind == 2) m->of.text = \"two\";
    v|if (kind == 3) m->of.number = @few;
    w|m->drop = kind ? keep : drop;
    o|m->up = kind == 1 ? (void *)m : kind == 2 ? (void *)&two : 0;
    c|m->parts = 0;
    c|if (kind == 2) {
    c|m->parts = malloc(sizeof(Part));
    c|m->parts->n = 0;
    c|}
    m->n = n;
    return m;
    }
    static void empty(Node *m) {
    v|if (m->kind == 0) free(m->of.text);
    w|m->drop(m);
    !w|if (m->kind == 0) free(m->data);
    c|while (m->parts) {
    c|Part *p = m->parts;
    c|m->parts = p->n;
    c|free(p);
    c|}
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    shared = malloc(sizeof(int));
    *shared = 2;
    ",
    pieces: &[
        "while (@cond) @x = make(@x, @cond);",
        "while (@cond) @x = make(@x, @cond ? 0 : @cond ? 1 : 2);",
        "
        while (@cond) {
        @x = make(@x, @cond ? 3 : 1);
        @x->data = @cond ? &two : @x->data;
        }
        ",
        "
        while (@cond) {
        @i = @cond ? 0 : 2;
        @x = make(@x, @i);
        }
        ",
        "
        @x = make(@x, 0);
        while (@cond) @x = make(@x, 1);
        @x = make(@x, 2);
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->kind == 1 && @t->data == &one) *@t->data = @small;
        if (@t->kind == 0 && !@t->data) reach_error();
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->data == shared && @t->kind != 2) reach_error();
        if (@t->data && @t->kind == 3) i++;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->data) @i = *@t->data;
        }
        ",
        "
        needs v
        for (@t = @x; @t; @t = @t->n) {
        if (@t->kind == 0) @t->of.text[0] = 1;
        if (@t->kind == 1 && @t->of.number > 9) reach_error();
        if (@t->kind == 2) @i = @t->of.text[1];
        }
        ",
        "
        needs o
        for (@t = @x; @t; @t = @t->n) {
        if (@t->kind == 1 && @t->up != @t) reach_error();
        if (@t->up == &two) @t->up = 0;
        }
        ",
        "
        needs w
        for (@t = @x; @t; @t = @t->n) {
        if (@t->drop == keep && @t->kind == 0) reach_error();
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->kind == 1 && @cond) @t->data = &two;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->kind == 3 && @cond) {
        @t->data = @cond ? &one : shared;
        @t->kind = @t->data == shared ? 2 : 1;
        v|@t->of.text = 0;
        }
        }
        ",
        "
        if (@x) {
        Node copy = *@x;
        if (copy.kind == 1 && copy.data) *copy.data = 1;
        if (copy.kind != @x->kind) reach_error();
        }
        ",
        "
        if (@x && @x->n) {
        int *data = @x->data;
        @i = @x->kind;
        @x->data = @x->n->data;
        @x->kind = @x->n->kind;
        @x->n->data = data;
        @x->n->kind = @i;
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
    end: "
    while (x) {
    t = x->n;
    empty(x);
    free(x);
    x = t;
    }
    while (y) {
    t = y->n;
    empty(y);
    free(y);
    y = t;
    }
    free(shared);
    ",
};
