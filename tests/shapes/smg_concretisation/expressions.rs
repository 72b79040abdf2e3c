//! Trees of nodes of several kinds, which a tag tells apart: with two operands, with one, and without any.

use crate::smg_concretisation::pieces::Theme;

/// Features: `o` numbers and operands share their bytes, `v` numbers are as large as two links, `w` operands that are not there are
/// never written, `c` some nodes own a block.
pub const EXPRESSIONS: Theme = Theme {
    features: "e",
    declarations: "
    typedef struct node {
    v|long k;
    !v|int k;
    c|char *text;
    o|union {
    !v|int n;
    v|long n;
    o|struct {
    struct node *l;
    struct node *r;
    o|};
    o|};
    } Node;
    static Node *make(int k) {
    Node *m = @alloc;
    m->k = k;
    c|m->text = 0;
    !ow|m->n = 0;
    !w|m->l = m->r = 0;
    return m;
    }
    static Node *number(int n) {
    Node *m = make(0);
    m->n = n;
    return m;
    }
    static Node *name(void) {
    Node *m = make(3);
    c|m->text = malloc(4);
    c|m->text[0] = 1;
    return m;
    }
    static Node *unary(Node *a) {
    Node *m = make(1);
    m->l = a;
    return m;
    }
    static Node *binary(Node *a, Node *b) {
    Node *m = make(2);
    m->l = a;
    m->r = b;
    return m;
    }
    static Node *parse(void) {
    switch (__VERIFIER_nondet_int()) {
    case 1: return unary(parse());
    case 2: {
    Node *m = make(2);
    m->l = parse();
    m->r = parse();
    return m;
    }
    case 3: return name();
    default: return number(@val);
    }
    }
    static void drop(Node *m) {
    c|if (m->k == 3) free(m->text);
    free(m);
    }
    static void destroy(Node *a) {
    if (a->k == 1) destroy(a->l);
    if (a->k == 2) {
    destroy(a->l);
    destroy(a->r);
    }
    drop(a);
    }
    static int value(Node *a) {
    switch (a->k) {
    case 0: return (int)a->n & 7;
    case 1: return -value(a->l) & 7;
    case 2: return (value(a->l) + value(a->r)) & 7;
    default: return 3;
    }
    }
    static void fold(Node *a) {
    if (a->k == 1) {
    Node *l = a->l;
    fold(l);
    if (l->k == 0) {
    a->k = 0;
    a->n = -(l->n & 7);
    drop(l);
    }
    }
    if (a->k == 2) {
    Node *l = a->l, *r = a->r;
    fold(l);
    fold(r);
    if (l->k == 0 && r->k == 0) {
    a->k = 0;
    a->n = (l->n & 7) + (r->n & 7);
    drop(l);
    drop(r);
    }
    }
    }
    static Node *copy(Node *a) {
    switch (a->k) {
    case 0: return number((int)a->n & 7);
    case 1: return unary(copy(a->l));
    case 2: {
    Node *m = make(2);
    m->l = copy(a->l);
    m->r = copy(a->r);
    return m;
    }
    default: return name();
    }
    }
    static void mirror(Node *a) {
    if (a->k == 1) mirror(a->l);
    if (a->k == 2) {
    Node *l = a->l;
    a->l = a->r;
    a->r = l;
    mirror(a->l);
    mirror(a->r);
    }
    }
    static Node *without_unary(Node *a) {
    while (a->k == 1) {
    Node *l = a->l;
    drop(a);
    a = l;
    }
    if (a->k == 2) {
    a->l = without_unary(a->l);
    a->r = without_unary(a->r);
    }
    return a;
    }
    static int size(Node *a) {
    if (a->k == 1) return 1 + size(a->l);
    if (a->k == 2) return 1 + size(a->l) + size(a->r);
    return 1;
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    ",
    pieces: &[
        "
        if (@x) destroy(@x);
        @x = parse();
        ",
        "if (!@x) @x = number(@val);",
        "if (!@x) @x = name();",
        "while (@cond) @x = @x ? unary(@x) : parse();",
        "while (@cond) @x = @x ? binary(@x, number(@few)) : name();",
        "while (@cond) @x = @x ? binary(parse(), @x) : number(@val);",
        "if (@x) @i = value(@x);",
        "if (@x) fold(@x);",
        "if (@x && !@y) @y = copy(@x);",
        "if (@x) mirror(@x);",
        "if (@x) @x = without_unary(@x);",
        "if (@x) @j = size(@x);",
        "
        if (@x) {
        @t = @x;
        while (@t->k == 1 || @t->k == 2) @t = @t->l;
        @i = @t->k == 0 ? (int)@t->n & 7 : 2;
        }
        ",
        "
        if (@x) {
        @t = @x;
        while (@t->k == 2) @t = @cond ? @t->l : @t->r;
        if (@t->k == 0) {
        @t->k = 1;
        @t->l = number(@val);
        }
        }
        ",
        "
        if (@x && @x->k == 2) {
        @t = @x->r;
        @u = @x->l;
        drop(@x);
        destroy(@t);
        @x = @u;
        }
        ",
        "
        if (@x) {
        @u = 0;
        for (@t = @x; @t->k == 1 || @t->k == 2; @t = @cond ? @t->l : @t->l) @u = @t;
        if (@u && @cond) {
        drop(@t);
        while (@cond) @i++;
        @u->l = number(@few);
        }
        @t = @u = 0;
        }
        ",
        "
        if (@x && @x->k == 2) {
        destroy(@x->r);
        while (@cond) @i++;
        @x->r = @cond ? parse() : number(@val);
        }
        ",
        "
        if (@x && @y) {
        @x = binary(@x, @y);
        @y = 0;
        }
        ",
        "
        @t = @x;
        @x = @y;
        @y = @t;
        ",
    ],
    end: "
    if (x) destroy(x);
    if (y) destroy(y);
    ",
};
