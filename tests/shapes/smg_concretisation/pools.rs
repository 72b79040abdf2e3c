//! Pools of chunks that hold addresses of their own: how far it is filled, and where it ends.

use crate::smg_concretisation::pieces::{SWAPPED, Theme};

/// Lists of pools with chunks of memory. Features: `v` places are integers, `w` the last chunk is known.
pub const POOLS: Theme = Theme {
    features: "p",
    declarations: "
    v|typedef unsigned long Place;
    !v|typedef char *Place;
    typedef struct chunk {
    c|int head;
    struct chunk *n;
    o|Place base;
    Place free;
    Place end;
    } Chunk;
    typedef struct node {
    Chunk *s;
    w|Chunk *now;
    struct node *n;
    } Node;
    static Node *make(Node *n) {
    Node *m = @alloc;
    m->s = 0;
    w|m->now = 0;
    m->n = n;
    return m;
    }
    static Chunk *grow(Node *m) {
    Chunk *s = malloc(sizeof(Chunk) + 60);
    s->free = (Place)(s + 1);
    o|s->base = s->free;
    s->end = s->free + 60;
    s->n = m->s;
    m->s = s;
    w|if (!m->now || @few > 2) m->now = s;
    return s;
    }
    static char *reserve(Node *m, int bytes) {
    w|Chunk *s = m->now;
    !w|Chunk *s = m->s;
    if (!s || s->free + bytes > s->end) s = grow(m);
    char *found = (char *)s->free;
    s->free += bytes;
    return found;
    }
    static void check(Node *m) {
    Chunk *s = m->s;
    while (s) {
    if (s->free > s->end) reach_error();
    o|if (s->base > s->free) reach_error();
    s = s->n;
    }
    }
    static void empty(Node *m) {
    while (m->s) {
    Chunk *s = m->s;
    m->s = s->n;
    free(s);
    }
    w|m->now = 0;
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    Chunk *s = 0;
    ",
    pieces: &[
        "while (@cond) @x = make(@x);",
        "
        while (@cond) {
        @x = make(@x);
        while (@cond) reserve(@x, 24);
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        while (@cond) reserve(@t, 7);
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        do {
        *reserve(@t, 20) = @val;
        } while (@cond);
        }
        ",
        "
        @i = __VERIFIER_nondet_int();
        if (@i < @few || @i > 30) abort();
        for (@t = @x; @t; @t = @t->n) {
        while (@cond) *reserve(@t, @i) = 1;
        }
        ",
        "
        @i = __VERIFIER_nondet_int();
        if (@i < 0 || @i > 70) abort();
        if (@x && @x->s) {
        s = @x->s;
        if (s->free + @i <= s->end) {
        if (@cond) s->free += @few;
        s->free += @i;
        }
        }
        ",
        "
        if (@x) {
        for (s = @x->s; s && s->free + @few <= s->end; s = s->n) s->free += @few;
        }
        ",
        "
        needs o
        for (@t = @x; @t; @t = @t->n) {
        for (s = @t->s; s; s = s->n) s->free = s->base;
        }
        ",
        "for (@t = @x; @t; @t = @t->n) check(@t);",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@cond) empty(@t);
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
        if (@x && @x->n) {
        s = @x->n->s;
        @x->n->s = @x->s;
        @x->s = s;
        w|@x->now = @x->s;
        w|@x->n->now = @x->n->s;
        }
        ",
        SWAPPED,
    ],
    end: "
    while (x) {
    t = x->n;
    check(x);
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
    ",
};
