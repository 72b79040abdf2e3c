//! Lists of nodes that own a record or none, which may own something in turn.

use crate::smg_concretisation::pieces::{SWAPPED, Theme};

/// Lists whose nodes own records. Features: `v` a record holds a number, `o` it leads back to its node, `w` it may own a text,
/// `c` it may own a list of parts, which lead back to it.
pub const OWNERS: Theme = Theme {
    features: "r",
    declarations: "
    typedef struct part {
    struct record *of;
    struct part *n;
    } Part;
    typedef struct record {
    v|long id;
    o|struct node *owner;
    w|char *text;
    c|Part *parts;
    char tag;
    } Record;
    typedef struct node {
    struct node *n;
    Record *r;
    } Node;
    static void give(Node *m) {
    Record *r = malloc(sizeof(Record));
    v|r->id = @val;
    o|r->owner = m;
    w|r->text = @few > 2 ? malloc(@few) : 0;
    c|r->parts = 0;
    r->tag = 1;
    m->r = r;
    }
    static Node *make(Node *n) {
    Node *m = @alloc;
    m->r = 0;
    m->n = n;
    return m;
    }
    c|static void add(Record *r) {
    c|Part *p = malloc(sizeof(Part));
    c|p->of = r;
    c|p->n = r->parts;
    c|r->parts = p;
    c|}
    static void take(Node *m) {
    Record *r = m->r;
    if (r) {
    if (r->tag != 1) reach_error();
    v|if (r->id != @val) m->r = 0;
    o|if (r->owner != m) reach_error();
    w|free(r->text);
    c|while (r->parts) {
    c|Part *p = r->parts;
    c|if (p->of != r) reach_error();
    c|r->parts = p->n;
    c|free(p);
    c|}
    free(r);
    }
    m->r = 0;
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    Record *r = 0;
    ",
    pieces: &[
        "while (@cond) @x = make(@x);",
        "
        while (@cond) {
        @x = make(@x);
        if (@cond) give(@x);
        }
        ",
        "
        while (@cond) {
        @x = make(@x);
        give(@x);
        c|while (@cond) add(@x->r);
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (!@t->r) give(@t);
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@t->r && @cond) take(@t);
        }
        ",
        "
        needs c
        for (@t = @x; @t; @t = @t->n) {
        if (@t->r) add(@t->r);
        }
        ",
        "
        needs w
        for (@t = @x; @t; @t = @t->n) {
        if (@t->r && !@t->r->text) @t->r->text = malloc(@few);
        }
        ",
        "
        if (@x && @x->n) {
        r = @x->r;
        @x->r = @x->n->r;
        @x->n->r = r;
        o|if (@x->r) @x->r->owner = @x;
        o|if (r) r->owner = @x->n;
        }
        ",
        "
        if (@x) {
        take(@x);
        @t = @x->n;
        free(@x);
        @x = @t;
        }
        ",
        "
        r = @x ? @x->r : 0;
        if (r) r->tag = @few > 1;
        ",
        SWAPPED,
    ],
    end: "
    while (x) {
    t = x->n;
    take(x);
    free(x);
    x = t;
    }
    while (y) {
    t = y->n;
    take(y);
    free(y);
    y = t;
    }
    ",
};
