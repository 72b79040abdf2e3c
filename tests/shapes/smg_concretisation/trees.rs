//! Trees that programs build, search, change and take apart, by loops and by functions that call themselves.

use crate::smg_concretisation::pieces::Theme;

/// Features: `v` nodes hold a number by which they are ordered, `o` nodes lead to their parent, `w` the leaves lead to a node
/// of their own, `c` nodes own a block.
pub const TREES: Theme = Theme {
    features: "b",
    declarations: "
    typedef struct node {
    struct node *l;
    v|int v;
    c|char *text;
    struct node *r;
    o|struct node *up;
    } Node;
    static Node *nil;
    static Node *make(int k) {
    Node *m = @alloc;
    m->l = m->r = nil;
    v|m->v = k;
    o|m->up = 0;
    c|m->text = k > 2 ? malloc(4) : 0;
    return m;
    }
    static void drop(Node *m) {
    c|free(m->text);
    free(m);
    }
    static int goes_left(Node *a, int k) {
    v|return k < a->v;
    !v|return __VERIFIER_nondet_int();
    }
    static Node *insert(Node *a, int k) {
    if (a == nil) return make(k);
    if (goes_left(a, k)) {
    a->l = insert(a->l, k);
    o|a->l->up = a;
    }
    else {
    a->r = insert(a->r, k);
    o|a->r->up = a;
    }
    return a;
    }
    static void add(Node **a, int k) {
    o|Node *up = 0;
    while (*a != nil) {
    o|up = *a;
    if (goes_left(*a, k)) a = &(*a)->l;
    else a = &(*a)->r;
    }
    *a = make(k);
    o|(*a)->up = up;
    }
    static Node *hang(Node *a, int k) {
    Node *at = a, *parent = nil;
    while (at != nil) {
    parent = at;
    v|if (k < at->v) at = at->l;
    !v|if (__VERIFIER_nondet_int()) at = at->l;
    else at = at->r;
    }
    Node *m = make(k);
    if (parent == nil) return m;
    o|m->up = parent;
    v|if (k < parent->v) parent->l = m;
    !v|if (parent->l == nil) parent->l = m;
    else parent->r = m;
    return a;
    }
    o|static Node *after(Node *a) {
    o|if (a->r != nil) {
    o|a = a->r;
    o|while (a->l != nil) a = a->l;
    o|return a;
    o|}
    o|while (a->up && a->up->r == a) a = a->up;
    o|return a->up ? a->up : nil;
    o|}
    static Node *build(int k) {
    if (k <= 0) return nil;
    Node *m = make(k);
    m->l = build(k - 1);
    o|if (m->l != nil) m->l->up = m;
    if (__VERIFIER_nondet_int()) m->r = build(k - 1);
    o|if (m->r != nil) m->r->up = m;
    return m;
    }
    static void destroy(Node *a) {
    if (a == nil) return;
    destroy(a->l);
    destroy(a->r);
    drop(a);
    }
    static Node *copy(Node *a) {
    if (a == nil) return nil;
    Node *m = make(2);
    v|m->v = a->v;
    m->l = copy(a->l);
    o|if (m->l != nil) m->l->up = m;
    m->r = copy(a->r);
    o|if (m->r != nil) m->r->up = m;
    return m;
    }
    static void mirror(Node *a) {
    if (a == nil) return;
    Node *l = a->l;
    a->l = a->r;
    a->r = l;
    mirror(a->l);
    mirror(a->r);
    }
    static int size(Node *a) {
    return a == nil ? 0 : 1 + size(a->l) + size(a->r);
    }
    static Node *turn(Node *a) {
    if (a == nil || a->l == nil) return a;
    Node *l = a->l;
    a->l = l->r;
    o|if (l->r != nil) l->r->up = a;
    l->r = a;
    o|l->up = a->up;
    o|a->up = l;
    return l;
    }
    static Node *without_first(Node *a) {
    if (a->l == nil) {
    Node *r = a->r;
    o|if (r != nil) r->up = a->up;
    drop(a);
    return r;
    }
    a->l = without_first(a->l);
    return a;
    }
    static Node *joined(Node *a, Node *b) {
    if (a == nil) return b;
    if (b == nil) return a;
    Node *m = a;
    while (m->r != nil) m = m->r;
    m->r = b;
    o|b->up = m;
    return a;
    }
    static void take(Node **a) {
    Node *m = *a;
    if (m == nil) return;
    if (m->l == nil) {
    *a = m->r;
    o|if (m->r != nil) m->r->up = m->up;
    }
    else if (m->r == nil) {
    *a = m->l;
    o|m->l->up = m->up;
    }
    else {
    Node **b = &m->r;
    while ((*b)->l != nil) b = &(*b)->l;
    Node *s = *b;
    *b = s->r;
    o|if (s->r != nil) s->r->up = s->up;
    s->l = m->l;
    s->r = m->r;
    o|s->up = m->up;
    o|if (s->l != nil) s->l->up = s;
    o|if (s->r != nil) s->r->up = s;
    *a = s;
    }
    drop(m);
    }
    ",
    locals: "
    int i = 0, j = 0;
    w|nil = @alloc;
    w|nil->l = nil->r = 0;
    Node *x = nil, *y = nil, *t = nil, *u = nil;
    ",
    pieces: &[
        "while (@cond) @x = insert(@x, @val);",
        "while (@cond) add(&@x, @val);",
        "add(&@x, @few);",
        "@x = joined(build(@few), @x);",
        "@i = size(@x);",
        "
        for (@t = @x; @t != nil; @t = goes_left(@t, @val) ? @t->l : @t->r) {
        v|if (@t->v == @few) break;
        c|if (@t->text) @t->text[0] = 1;
        }
        ",
        "
        @t = @x;
        while (@t != nil && @t->l != nil) @t = @t->l;
        v|if (@t != nil) @i = @t->v;
        ",
        "mirror(@x);",
        "
        @t = @x;
        while (@t != nil && @cond) @t = @cond ? @t->l : @t->r;
        for (@u = @x; @u != nil && @u != @t; @u = @cond ? @u->l : @u->r) @i++;
        if (@u != nil && @u == @t) {
        v|@u->v = @val;
        if (@u->l == nil) @u->l = build(@few);
        o|if (@u->l != nil) @u->l->up = @u;
        }
        if (@t != nil) @j = @t->r == nil;
        ",
        "
        @t = @x;
        while (@t != nil && @t->r != nil && @cond) @t = @cond ? @t->l : @t->r;
        add(&@x, @val);
        if (@t && @t != nil) {
        @u = @t->l;
        @t->l = @t->r;
        @t->r = @u;
        }
        ",
        "
        @t = @x;
        @u = nil;
        while (@t != nil && @t->l != nil) {
        @u = @t;
        @t = @t->l;
        }
        if (@t != nil && @t->r == nil) {
        if (@u != nil) @u->l = nil;
        else @x = nil;
        drop(@t);
        }
        @t = @u = nil;
        ",
        "
        @t = copy(@x);
        destroy(@t);
        @t = nil;
        ",
        "@y = joined(@y, copy(@x));",
        "@x = turn(@x);",
        "
        if (@x != nil) @x->r = turn(@x->r);
        ",
        "
        if (@x != nil) @x = without_first(@x);
        ",
        "take(&@x);",
        "
        Node **p = &@x;
        while (*p != nil && @cond) {
        if (@cond) p = &(*p)->l;
        else p = &(*p)->r;
        }
        take(p);
        ",
        "
        @x = joined(@x, @y);
        @y = nil;
        ",
        "
        if (@x != nil) {
        @t = @x->l;
        @x->l = nil;
        destroy(@x);
        @x = @t;
        o|if (@x != nil) @x->up = 0;
        @t = nil;
        }
        ",
        "
        @t = nil;
        while (@x != nil) {
        if (@x->l == nil) {
        @u = @x->r;
        @x->r = @t;
        @t = @x;
        @x = @u;
        }
    else {
        @u = @x->l;
        @x->l = @u->r;
        @u->r = @x;
        @x = @u;
        }
        }
        @x = @t;
        !o|@t = @u = nil;
        o|for (@u = 0; @t != nil; @t = @t->r) {
        o|@t->up = @u;
        o|@u = @t;
        o|}
        o|@t = @u = nil;
        ",
        "
        needs o
        @t = @x;
        while (@t != nil && (@t->l != nil || @t->r != nil)) @t = @t->l != nil ? @t->l : @t->r;
        @i = 0;
        while (@t != nil && @t->up) {
        @t = @t->up;
        @i++;
        }
        if (@t != @x) reach_error();
        ",
        "
        needs o
        while (@x != nil) {
        if (@x->l != nil) @x = @x->l;
        else if (@x->r != nil) @x = @x->r;
        else {
        @t = @x->up;
        if (@t && @t->l == @x) @t->l = nil;
        else if (@t) @t->r = nil;
        drop(@x);
        @x = @t ? @t : nil;
        }
        }
        @t = nil;
        ",
        "
        struct item {
        struct item *n;
        Node *of;
        } *s = 0, *top;
        if (@x != nil) {
        s = malloc(sizeof(*s));
        s->n = 0;
        s->of = @x;
        @x = nil;
        }
        while (s) {
        top = s;
        s = top->n;
        @t = top->of;
        free(top);
        if (@t->l != nil) {
        top = malloc(sizeof(*s));
        top->n = s;
        top->of = @t->l;
        s = top;
        }
        if (@t->r != nil) {
        top = malloc(sizeof(*s));
        top->n = s;
        top->of = @t->r;
        s = top;
        }
        drop(@t);
        }
        @t = nil;
        ",
        "
        destroy(@x);
        @x = nil;
        ",
        "
        @t = @x;
        @x = @y;
        @y = @t;
        @t = nil;
        ",
    ],
    end: "
    destroy(x);
    destroy(y);
    w|free(nil);
    ",
};
