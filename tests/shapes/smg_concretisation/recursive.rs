//! Lists that functions build, change and take apart by calling themselves.

use crate::smg_concretisation::pieces::Theme;

/// Features: `v` nodes hold a number, `o` nodes hold another pointer, `w` functions lead on by each other, `c` link field not at the
/// start.
pub const RECURSIVE: Theme = Theme {
    features: "q",
    declarations: "
    typedef struct node {
    c|int head;
    v|int v;
    struct node *n;
    o|struct node *o;
    } Node;
    static Node *make(Node *n) {
    Node *m = @alloc;
    m->n = n;
    v|m->v = @val;
    o|m->o = @few > 2 ? m : 0;
    return m;
    }
    static Node *build(int k) {
    if (k <= 0) return 0;
    Node *m = make(0);
    v|m->v = k;
    m->n = build(k - 1);
    return m;
    }
    static void destroy(Node *a) {
    if (!a) return;
    destroy(a->n);
    free(a);
    }
    static void destroy_first(Node *a) {
    if (a) {
    Node *n = a->n;
    free(a);
    destroy_first(n);
    }
    }
    static Node *append(Node *a, Node *b) {
    if (!a) return b;
    a->n = append(a->n, b);
    return a;
    }
    static Node *reverse(Node *a) {
    if (!a || !a->n) return a;
    Node *r = reverse(a->n);
    a->n->n = a;
    a->n = 0;
    return r;
    }
    static Node *turn(Node *a, Node *b) {
    if (!a) return b;
    Node *n = a->n;
    a->n = b;
    return turn(n, a);
    }
    static Node *copy(Node *a) {
    if (!a) return 0;
    Node *m = make(0);
    v|m->v = a->v;
    m->n = copy(a->n);
    return m;
    }
    static Node *insert(Node *a, int k) {
    v|if (!a || a->v >= k) return make(a);
    !v|if (!a || k <= 0) return make(a);
    a->n = insert(a->n, k - 1);
    return a;
    }
    static Node *without(Node *a, int k) {
    if (!a) return 0;
    v|if (a->v == k) {
    !v|if (k == 0) {
    Node *n = a->n;
    free(a);
    return n;
    }
    a->n = without(a->n, k);
    return a;
    }
    static Node *merge(Node *a, Node *b) {
    if (!a) return b;
    if (!b) return a;
    v|if (a->v < b->v) {
    !v|if (__VERIFIER_nondet_int()) {
    a->n = merge(a->n, b);
    return a;
    }
    b->n = merge(a, b->n);
    return b;
    }
    static int length(Node *a) {
    return a ? 1 + length(a->n) : 0;
    }
    static void insert_at(Node **a, int k) {
    if (!*a || k <= 0) {
    *a = make(*a);
    return;
    }
    insert_at(&(*a)->n, k - 1);
    }
    o|static void mark(Node *a, Node *b) {
    o|if (!a) return;
    o|a->o = b;
    o|mark(a->n, a);
    o|}
    w|static int odd(Node *a);
    w|static int even(Node *a) {
    w|return a ? odd(a->n) : 1;
    w|}
    w|static int odd(Node *a) {
    w|return a ? even(a->n) : 0;
    w|}
    w|static void second(Node *a);
    w|static void first(Node *a) {
    w|if (!a) return;
    w|second(a->n);
    w|free(a);
    w|}
    w|static void second(Node *a) {
    w|if (!a) return;
    w|first(a->n);
    w|free(a);
    w|}
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    ",
    pieces: &[
        "while (@cond) @x = make(@x);",
        "@x = append(build(@few), @x);",
        "@x = append(build(__VERIFIER_nondet_int()), @x);",
        "
        while (@cond) {
        @x = make(@x);
        }
        @x = append(@x, @y);
        @y = 0;
        ",
        "@x = reverse(@x);",
        "@x = turn(@x, 0);",
        "
        @t = copy(@x);
        destroy(@t);
        @t = 0;
        ",
        "@y = append(@y, copy(@x));",
        "@x = insert(@x, @val);",
        "while (@cond) @x = insert(@x, @few);",
        "@x = without(@x, @val);",
        "
        @x = merge(@x, @y);
        @y = 0;
        ",
        "@i = length(@x);",
        "if (length(@x) > @few) @x = reverse(@x);",
        "insert_at(&@x, @val);",
        "o|mark(@x, @y);",
        "w|if (even(@x)) @x = make(@x);",
        "
        needs w
        first(@x);
        @x = 0;
        ",
        "
        destroy(@x);
        @x = 0;
        ",
        "
        if (@x) {
        destroy(@x->n);
        @x->n = 0;
        }
        ",
        "
        if (@x) {
        @t = @x->n;
        @x->n = 0;
        destroy(@x);
        @x = @t;
        @t = 0;
        }
        ",
    ],
    end: "
    destroy(x);
    destroy_first(y);
    ",
};
