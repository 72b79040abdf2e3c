//! Lists of nodes that each hold one of a few combinations of numbers and addresses.

use crate::smg_concretisation::pieces::{EMPTIED, SWAPPED, Theme};

/// Lists of nodes with a tag that tells what else they hold. Features: `v` a number in a range for each tag, `w` a text for one
/// of the tags, `o` an address of the node itself for one of them, `c` a list of parts for one of them.
pub const TAGGED: Theme = Theme {
    features: "t",
    declarations: "
    typedef struct part {
    struct part *n;
    } Part;
    typedef struct node {
    struct node *n;
    @width tag;
    v|int size;
    w|char *text;
    o|struct node *self;
    c|Part *parts;
    } Node;
    static Node *plain(Node *n) {
    Node *m = @alloc;
    m->tag = @small;
    v|m->size = @small;
    w|m->text = 0;
    o|m->self = 0;
    c|m->parts = 0;
    m->n = n;
    return m;
    }
    static Node *rich(Node *n) {
    Node *m = @alloc;
    m->tag = @small;
    v|m->size = 10 + (__VERIFIER_nondet_int() & 7);
    w|m->text = malloc(@few);
    o|m->self = m;
    c|Part *p = malloc(sizeof(Part));
    c|p->n = 0;
    c|m->parts = p;
    m->n = n;
    return m;
    }
    static Node *other(Node *n) {
    Node *m = @alloc;
    m->tag = 5;
    v|m->size = __VERIFIER_nondet_int() ? @small : 40;
    w|m->text = 0;
    o|m->self = __VERIFIER_nondet_int() ? m : 0;
    c|m->parts = 0;
    m->n = n;
    return m;
    }
    static void empty(Node *m) {
    if (m->tag) {
    w|free(m->text);
    w|m->text = 0;
    c|while (m->parts) {
    c|Part *p = m->parts;
    c|m->parts = p->n;
    c|free(p);
    c|}
    }
    m->tag = 0;
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    ",
    pieces: &[
        "while (@cond) @x = @cond ? plain(@x) : rich(@x);",
        "
        while (@cond) {
        @x = @cond ? plain(@x) : @cond ? rich(@x) : other(@x);
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        v|if (@t->tag == 5 && @t->size < 40 && @t->size > 4) reach_error();
        if (@t->tag == 5) @t->tag = @small;
        }
        ",
        "
        while (@cond) {
        @x = @cond ? plain(@x) : rich(@x);
        @x->tag = @small;
        }
        ",
        "
        @x = rich(@x);
        while (@cond) @x = plain(@x);
        @x = rich(@x);
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        v|if (@t->tag @cmp @small && @t->size @cmp @small) reach_error();
        w|if (@t->tag == 1 && !@t->text) reach_error();
        o|if (@t->tag == @small && @t->self && @t->self != @t) reach_error();
        i++;
        }
        ",
        "
        needs v
        for (@t = @x; @t; @t = @t->n) {
        if (@t->size >= 10 && @t->tag == 0) reach_error();
        if (@t->size < 10 && @t->tag == 1) @t->size = 12;
        }
        ",
        "
        needs w
        for (@t = @x; @t; @t = @t->n) {
        if (@t->tag == 1) @t->text[0] = 1;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@cond) empty(@t);
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->tag @cmp @small) @t->tag = @small;
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@cond) @t->tag = @small;
        v|if (@cond) @t->size = @small;
        }
        ",
        "
        needs c
        for (@t = @x; @t; @t = @t->n) {
        if (@t->tag && @t->parts) {
        Part *p = malloc(sizeof(Part));
        p->n = @t->parts;
        @t->parts = p;
        }
        }
        ",
        "
        if (@x && @x->n) {
        v|@i = @x->size;
        v|@x->size = @x->n->size;
        v|@x->n->size = @i;
        w|char *text = @x->text;
        w|@x->text = @x->n->text;
        w|@x->n->text = text;
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
        "
        if (@x) {
        @i = @x->tag;
        if (@i == @small) @x->tag = @x->tag + 1;
        }
        ",
        SWAPPED,
    ],
    end: EMPTIED,
};
