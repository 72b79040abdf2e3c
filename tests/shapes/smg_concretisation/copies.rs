//! Lists of blocks, and copies of them that share their blocks.

use crate::smg_concretisation::pieces::{SWAPPED, Theme};

/// Lists and their shallow copies. Features: `v` a block holds a number, `o` it leads on to another one, `w` nodes are doubly linked,
/// `c` nodes share a second block.
pub const COPIES: Theme = Theme {
    features: "",
    declarations: "
    typedef struct block {
    v|long number;
    o|struct block *more;
    char tag;
    } Block;
    typedef struct node {
    struct node *n;
    w|struct node *p;
    Block *data;
    c|Block *other;
    } Node;
    static Node *push(Node *list, Block *data) {
    Node *m = @alloc;
    m->n = list;
    m->data = data;
    c|m->other = data;
    w|m->p = 0;
    w|if (list) list->p = m;
    return m;
    }
    static Block *block(void) {
    Block *b = malloc(sizeof(Block));
    b->tag = 1;
    v|b->number = @val;
    o|b->more = 0;
    return b;
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    Block *b = 0;
    ",
    pieces: &[
        "while (@cond) @x = push(@x, block());",
        "
        while (@cond) {
        b = block();
        @x = push(@x, b);
        @y = push(@y, b);
        }
        ",
        "for (@t = @x; @t; @t = @t->n) @y = push(@y, @t->data);",
        "for (@t = @x; @t; @t = @t->n) @y = push(@y, @t->data);",
        "
        needs c
        for (@t = @x; @t; @t = @t->n) @t->other = @y ? @y->data : 0;
        ",
        "
        needs o
        for (@t = @x; @t; @t = @t->n) {
        if (!@t->data->more) @t->data->more = block();
        }
        ",
        "
        while (@y) {
        @t = @y->n;
        free(@y);
        @y = @t;
        }
        ",
        "
        for (@t = @y; @t; @t = @t->n) {
        if (@t->data->tag != 1) reach_error();
        }
        ",
        "
        if (@x) {
        b = @x->data;
        @t = @x->n;
        w|if (@t) @t->p = 0;
        free(@x);
        @x = @t;
        free(b);
        }
        ",
        "
        if (@x && @y && @x->data == @y->data) {
        @y->data = 0;
        }
        ",
        "
        b = @x ? @x->data : 0;
        for (@t = @y; @t; @t = @t->n) {
        if (@t->data == b) @t->data = 0;
        }
        ",
        SWAPPED,
    ],
    end: "
    while (y) {
    t = y->n;
    free(y);
    y = t;
    }
    while (x) {
    t = x->n;
    o|free(x->data->more);
    free(x->data);
    free(x);
    x = t;
    }
    ",
};
