//! The text that random list programs are made of.
//!
//! Holes: `@x`, `@y` lists, `@t`, `@u` pointers into them, `@i`, `@j` integers, `@cond`, `@val` and so on. A line `v|text` is
//! there only in programs with the feature `v`. Features: `v` nodes hold a number, `o` nodes hold another pointer, `w` nodes
//! are large, `c` link field not at the start, `d` doubly linked.

/// What every program declares before anything else.
pub const HEAD: &str = "
    void *malloc(unsigned long);
    void *calloc(unsigned long, unsigned long);
    void free(void *);
    void abort(void);
    void reach_error(void);
    int __VERIFIER_nondet_int(void);
";

/// A kind of programs.
pub struct Theme {
    pub features: &'static str,
    /// Types, globals and functions, but for those of the head.
    pub declarations: &'static str,
    pub locals: &'static str,
    pub pieces: &'static [&'static str],
    /// Takes the lists apart.
    pub end: &'static str,
}

/// Two lists change places.
pub const SWAPPED: &str = "
    @t = @x;
    @x = @y;
    @y = @t;
    ";

/// The end of programs whose nodes are emptied before they are freed.
pub const EMPTIED: &str = "
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
    ";

/// Singly linked lists.
pub const SINGLE: Theme =
    Theme { features: "s", declarations: NODE, locals: NODE_LOCALS, pieces: NODE_PIECES, end: NODE_END };

/// Doubly linked lists.
pub const DOUBLE: Theme =
    Theme { features: "d", declarations: NODE, locals: NODE_LOCALS, pieces: NODE_PIECES, end: NODE_END };

/// Turns a list around; the lines that only doubly linked lists have begin with `$mark`.
macro_rules! reversal {
    ($mark:literal) => {
        concat!(
            "
    @t = 0;
    while (@x) {
    @u = @x->n;
    @x->n = @t;
    ",
            $mark,
            "if (@t) @t->p = @x;
    ",
            $mark,
            "@x->p = 0;
    @t = @x;
    @x = @u;
    }
    @x = @t;
    "
        )
    };
}

const NODE: &str = "
    typedef struct node {
    c|int head;
    v|int v;
    struct node *n;
    d|struct node *p;
    o|struct node *o;
    w|char text[40];
    } Node;
    typedef struct list { Node *first; Node *last; int length; } List;
    Node *g;
    static Node *make(Node *n) {
    Node *m = @alloc;
    m->n = n;
    d|m->p = 0;
    d|if (n) n->p = m;
    v|m->v = @val;
    o|m->o = @few > 2 ? m : 0;
    return m;
    }
    static Node *last(Node *a) {
    while (a && a->n) a = a->n;
    return a;
    }
    static int length(Node *a) {
    int c = 0;
    while (a) {
    c++;
    a = a->n;
    }
    return c;
    }
    static void push(Node **a) {
    *a = make(*a);
    }
    static Node *few(int k) {
    if (k <= 0) return 0;
    return make(few(k - 1));
    }
    static void drop(Node *a, int k) {
    if (a && k > 0) {
    drop(a->n, k - 1);
    free(a);
    }
    }
    static List whole(Node *a) {
    List l;
    l.first = a;
    l.last = last(a);
    l.length = 0;
    return l;
    }
    static Node *first(List l) {
    l.length++;
    return l.first;
    }
";

const NODE_LOCALS: &str = "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
";

const NODE_END: &str = "
    while (x) {
    t = x->n;
    free(x);
    x = t;
    }
    while (y) {
    t = y->n;
    free(y);
    y = t;
    }
";

const NODE_PIECES: &[&str] = &[
    // Creation.
    "
    while (@cond) {
    @t = @alloc;
    @t->n = @x;
    d|@t->p = 0;
    d|if (@x) @x->p = @t;
    v|if (@cond) @t->v = @val;
    o|if (@cond) @t->o = 0;
    w|if (@cond) @t->text[@few] = 1;
    @x = @t;
    }
    ",
    // A place in an array that is not known.
    "
    {
    char flags[60];
    int k = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    if (@cond) flags[0] = flags[1] = flags[2] = 0;
    if (k >= 0 && k < 60) flags[k] = 1;
    if (m >= 0 && m < 60) {
    int f = flags[m];
    if (@cond && f + 1 > 1) @i = 1;
    f = 2 * f;
    if (@cond && flags[m]) @i = 2;
    if (@cond && !f) @i = 3;
    }
    }
    ",
    "
    while (@cond) {
    @t = @alloc;
    @t->n = @x;
    d|@t->p = 0;
    d|if (@x) @x->p = @t;
    v|@t->v = @val;
    o|@t->o = 0;
    @x = @t;
    }
    ",
    "
    @u = 0;
    while (@cond) {
    @t = @alloc;
    @t->n = 0;
    d|@t->p = @u;
    v|@t->v = @val;
    o|@t->o = @t;
    if (@u) @u->n = @t;
    else @x = @t;
    @u = @t;
    }
    ",
    "
    for (@i = 0; @i < @few; @i++) {
    @x = make(@x);
    }
    ",
    "while (@cond) push(&@x);",
    "@x = few(@few);",
    "
    @i = __VERIFIER_nondet_int();
    if (@i > 0 && @i < 4) @x = few(@i);
    ",
    // Traversal.
    "
    @t = @x;
    while (@t) {
    v|@t->v = @val;
    o|if (@t->o == @t) @j++;
    @t = @t->n;
    }
    ",
    "@t = last(@x);",
    "@i = length(@x);",
    "
    @t = @x;
    @i = 0;
    while (@t && @cond) {
    @t = @t->n;
    @i++;
    }
    ",
    "
    @t = @x;
    needs v
    while (@t && @t->v @cmp @small) @t = @t->n;
    if (@t && @t->v @cmp @small) reach_error();
    ",
    "
    needs d
    @t = last(@x);
    while (@t) {
    @u = @t;
    @t = @t->p;
    }
    if (@u != @x) reach_error();
    ",
    // Insertion.
    "
    if (@t) {
    @u = @alloc;
    @u->n = @t->n;
    d|@u->p = @t;
    d|if (@u->n) @u->n->p = @u;
    v|@u->v = @val;
    o|@u->o = @t;
    @t->n = @u;
    }
    ",
    "
    needs v
    {
    int w = @val;
    Node **h = &@x;
    while (*h && (*h)->v < w) h = &(*h)->n;
    @t = @alloc;
    @t->v = w;
    @t->n = *h;
    d|@t->p = 0;
    o|@t->o = 0;
    *h = @t;
    }
    ",
    "
    if (@x) {
    last(@x)->n = @y;
    d|if (@y) @y->p = last(@x);
    @y = 0;
    }
    ",
    "
    @t = last(@x);
    if (!@t) @x = @y;
    else @t->n = @y;
    @y = 0;
    ",
    // Removal.
    "
    if (@t && @t->n) {
    @u = @t->n;
    @t->n = @u->n;
    d|if (@t->n) @t->n->p = @t;
    free(@u);
    }
    ",
    "
    if (@x) {
    @t = @x;
    @x = @x->n;
    d|if (@x) @x->p = 0;
    free(@t);
    }
    ",
    "
    while (@x) {
    @t = @x->n;
    free(@x);
    @x = @t;
    }
    ",
    "
    needs v
    {
    Node **h = &@x;
    while (*h) {
    if ((*h)->v @cmp @small) {
    @t = *h;
    *h = @t->n;
    free(@t);
    }
    else h = &(*h)->n;
    }
    }
    ",
    "
    needs d
    @t = @x;
    while (@t && @cond) @t = @t->n;
    if (@t) {
    if (@t->p) @t->p->n = @t->n;
    else @x = @t->n;
    if (@t->n) @t->n->p = @t->p;
    free(@t);
    @t = 0;
    }
    ",
    "drop(@x, @few); @x = 0;",
    // Reversal, moving, splitting.
    reversal!("d|"),
    "
    while (@x) {
    @t = @x;
    @x = @x->n;
    if (@cond) {
    @t->n = @y;
    d|@t->p = 0;
    d|if (@y) @y->p = @t;
    @y = @t;
    }
    else free(@t);
    }
    ",
    "
    @t = @x;
    while (@t && @cond) @t = @t->n;
    if (@t && !@y) {
    @y = @t->n;
    @t->n = 0;
    d|if (@y) @y->p = 0;
    }
    ",
    "@t = @x; @x = @y; @y = @t;",
    // Sorting steps.
    "
    needs v
    @t = @x;
    while (@t && @t->n) {
    if (@t->v > @t->n->v) {
    @i = @t->v;
    @t->v = @t->n->v;
    @t->n->v = @i;
    }
    @t = @t->n;
    }
    ",
    "
    needs v
    if (@x && @x->n && @x->v > @x->n->v) {
    @t = @x->n;
    @x->n = @t->n;
    d|if (@t->n) @t->n->p = @x;
    @t->n = @x;
    d|@t->p = 0;
    d|@x->p = @t;
    @x = @t;
    }
    ",
    // Rings.
    "
    @t = last(@x);
    if (@t) {
    @t->n = @x;
    d|@x->p = @t;
    @u = @x;
    do {
    v|@u->v++;
    @u = @u->n;
    } while (@u != @x);
    @t->n = 0;
    d|@x->p = 0;
    }
    ",
    // Other pointers, arrays, records.
    "
    needs o
    @t = @x;
    while (@t) {
    @t->o = @t->n;
    @t = @t->n;
    }
    if (@x && @x->o != @x->n) reach_error();
    ",
    "
    needs o
    @t = @x;
    while (@t) {
    @t->o = @x;
    if (@cond) @u = @t;
    @t = @t->n;
    }
    if (@u && @u->o) @u->o->o = 0;
    ",
    "
    {
    Node *a[3] = { 0 };
    for (@i = 0; @i < 3; @i++) {
    if (@cond) a[@i] = make(0);
    }
    for (@i = 0; @i < 3; @i++) {
    if (a[@i]) free(a[@i]);
    }
    }
    ",
    "
    {
    Node *a[4] = { 0 };
    while (@cond) {
    @i = __VERIFIER_nondet_int();
    @t = make(a[@i & 3]);
    a[@i & 3] = @t;
    }
    @j = @val;
    if (a[@j & 3] && @cond) {
    @t = a[@j & 3];
    a[@j & 3] = @t->n;
    free(@t);
    }
    for (@i = 0; @i < 4; @i++) {
    while (a[@i]) {
    @t = a[@i];
    a[@i] = @t->n;
    free(@t);
    }
    }
    @t = 0;
    }
    ",
    "
    {
    Node *a[3];
    @j = 0;
    for (@t = @x; @t && @j < 3; @t = @t->n) a[@j++] = @t;
    while (@j > 0) {
    @u = a[--@j];
    v|@u->v = @j;
    }
    }
    ",
    "
    if (@x) {
    Node s = *@x;
    v|s.v = @val;
    s.n = @x->n;
    *@x = s;
    }
    ",
    "
    {
    Node s;
    s.n = @x;
    d|s.p = 0;
    for (@t = &s; @t->n; @t = @t->n) @i++;
    }
    ",
    "
    {
    List l = whole(@x);
    l.length = @val;
    if (l.last && l.last->n) reach_error();
    @x = first(l);
    }
    ",
    "g = @x; if (g) g = g->n;",
    "g = @x; @x = 0; while (g && @cond) g = g->n; @x = g;",
    "
    while (@cond) {
    Node *m = make(0);
    v|if (m->v == @small) @i = 0;
    free(m);
    }
    ",
    "if (@x == @y && @x) reach_error();",
    "
    needs v
    if (@x && @x->v @cmp @small && @x->v @cmp @small) reach_error();
    ",
];

/// Pieces for all kinds: numbers.
pub const PIECES: &[&str] = &[
    "@i = @val; @j = @i @op @small;",
    "if (@i @cmp @j && @i @cmp @small && @j @cmp @small) reach_error();",
    "
    for (@i = 0; @i < @few; @i++) {
    if (@cond) @j++;
    }
    if (@j > 100) reach_error();
    ",
    "
    {
    @width w = @val;
    w = w @op @small;
    if (w @cmp @small) @i++;
    else @i = 0;
    }
    ",
    "
    {
    int a[4] = { 0 };
    @j = @val;
    if (@j >= 0 && @j < 4) a[@j] = @few;
    if (a[@few - 1] > 2) @i = a[0];
    }
    ",
    "
    {
    unsigned k = __VERIFIER_nondet_int();
    int a[5] = { 0 };
    a[k % 5] = 1;
    if (a[k % 5] != 1) reach_error();
    if (k % 5 == @few && a[@few] != 1) reach_error();
    k += @few;
    if (k % 5 == 2 && a[k % 5] == 1) @i = k % 5;
    }
    ",
    "
    {
    int *b = malloc(sizeof(int) * @few);
    for (@i = 0; @i < @few; @i++) b[@i] = @i;
    @j = b[0];
    free(b);
    }
    ",
    "
    @i = __VERIFIER_nondet_int();
    @j = __VERIFIER_nondet_int();
    if (@i == @j && @i != @j) reach_error();
    if (@i != @small && @j == @i && @j == @small) reach_error();
    ",
];

/// Numbers of all widths, and arrays of them.
pub const NUMBERS: Theme = Theme {
    features: "s",
    declarations: NODE,
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    unsigned k = @few;
    long m = @val;
    unsigned char b = @few;
    ",
    pieces: &[
        "
        k = @val;
        m = k;
        if (m @cmp @small) @i = m @cmp @small;
        if (m < 0) reach_error();
        ",
        "
        m = @val;
        k = m;
        if (k @cmp @few) @j++;
        if (k < 0) reach_error();
        ",
        "b = @val; @i = b; if (@i < 0 || @i > 255) reach_error();",
        "
        @i = @val;
        b = @i;
        if (b == @small && @i @cmp @small) @j = b;
        if (b @cmp @few) @x = make(@x);
        ",
        "
        {
        union { int s; unsigned u; unsigned char c[4]; } w;
        w.s = @val;
        if (w.u @cmp @few) @i = w.s;
        if (w.c[0] @cmp @few) @j = w.c[1];
        if (w.u > 0x7fffffff && w.s >= 0) reach_error();
        if (w.s < 0 && w.u < 9) reach_error();
        }
        ",
        "
        {
        signed char c = @val;
        unsigned short s = c;
        if (s > 40000 && c >= 0) reach_error();
        if (c < 0) @x = make(@x);
        if (s @cmp @few) @i = s;
        }
        ",
        "
        {
        unsigned long z = (long)@val;
        if (z < 20) @i = 1;
        else @i = 2;
        if (@i == 2) @x = make(@x);
        if ((long)z @cmp @small) @j = 5;
        }
        ",
        "
        k = @val;
        if (k - 1 @cmp @few) @x = make(@x);
        k--;
        ",
        "
        @i = __VERIFIER_nondet_int();
        @j = @i;
        if (@i > @small) {
        if (@j <= @small) reach_error();
        @x = make(@x);
        }
        ",
        "
        @i = @val;
        @j = -@i;
        if (@j @cmp @small && @i @cmp @small) @x = make(@x);
        if (@i > 0 && @j > 0) reach_error();
        ",
        "
        {
        int a[3];
        for (@i = 0; @i < 3; @i++) a[@i] = @val;
        @j = a[0] @op a[1];
        a[__VERIFIER_nondet_int() & 1] = 9;
        if (a[2] == 9) @j = 0;
        }
        ",
        "
        {
        struct bits { int a : 3; unsigned b : 4; } w = { 0 };
        w.a = @val;
        w.b = @val;
        if (w.a > 3 || w.b > 15) reach_error();
        if (w.a @cmp @small) w.b = w.a;
        @i = w.b;
        }
        ",
        "
        @t = @x;
        while (@t) {
        v|@t->v = @i++;
        @t = @t->n;
        }
        ",
        "
        while (@cond) {
        @x = make(@x);
        v|@x->v = k++;
        }
        ",
    ],
    end: NODE_END,
};

/// Lists as the Linux kernel has them: links inside of the nodes, and a head that is no node.
pub const KERNEL: Theme = Theme {
    features: "k",
    declarations: "
    struct head { struct head *next, *prev; };
    typedef struct node {
    c|long tag;
    v|int v;
    struct head link;
    o|struct head sub;
    w|char text[24];
    } Node;
    struct head lists = { &lists, &lists };
    static void init(struct head *h) {
    h->next = h;
    h->prev = h;
    }
    static void put(struct head *a, struct head *before, struct head *after) {
    after->prev = a;
    a->next = after;
    a->prev = before;
    before->next = a;
    }
    static void take(struct head *a) {
    a->prev->next = a->next;
    a->next->prev = a->prev;
    a->next = 0;
    a->prev = 0;
    }
    static Node *of(struct head *a) {
    return (Node *)((char *)a - (unsigned long)&((Node *)0)->link);
    }
    static Node *make(void) {
    Node *m = @alloc;
    v|m->v = @val;
    o|init(&m->sub);
    return m;
    }
    ",
    locals: "
    int i = 0, j = 0;
    struct head x, y;
    struct head *t = 0, *u = 0;
    init(&x);
    init(&y);
    ",
    pieces: &[
        "while (@cond) put(&make()->link, &@x, @x.next);",
        "while (@cond) put(&make()->link, @x.prev, &@x);",
        "
        for (@i = 0; @i < @few; @i++) {
        Node *m = make();
        put(&m->link, @x.prev, &@x);
        }
        ",
        "while (@cond) put(&make()->link, &lists, lists.next);",
        "
        for (@t = @x.next; @t != &@x; @t = @t->next) {
        Node *m = of(@t);
        v|m->v = @val;
        o|if (m->sub.next == &m->sub) @j = 1;
        v|if (m->v @cmp @small) @i++;
        }
        ",
        "
        for (@t = @x.prev; @t != &@x; @t = @t->prev) {
        if (@cond) @u = @t;
        }
        ",
        "
        for (@t = lists.next; @t != &lists; @t = @u) {
        @u = @t->next;
        take(@t);
        free(of(@t));
        }
        ",
        "
        if (@x.next != &@x) {
        @t = @x.next;
        take(@t);
        put(@t, &@y, @y.next);
        }
        ",
        "
        if (@x.next != &@x) {
        @t = @x.prev;
        take(@t);
        free(of(@t));
        }
        ",
        "
        while (@x.next != &@x) {
        @t = @x.next;
        take(@t);
        put(@t, @y.prev, &@y);
        }
        ",
        "
        needs o
        for (@t = @x.next; @t != &@x; @t = @t->next) {
        while (@cond) put(&make()->link, &of(@t)->sub, of(@t)->sub.next);
        }
        for (@t = @x.next; @t != &@x; @t = @t->next) {
        Node *m = of(@t);
        while (m->sub.next != &m->sub) {
        @u = m->sub.next;
        take(@u);
        free(of(@u));
        }
        }
        ",
        "
        if (@x.next != &@x && @y.next != &@y) {
        @x.prev->next = @y.next;
        @y.next->prev = @x.prev;
        @x.prev = @y.prev;
        @y.prev->next = &@x;
        init(&@y);
        }
        ",
        "
        needs v
        for (@t = @x.next; @t != &@x && of(@t)->v < @small; @t = @t->next) @i++;
        put(&make()->link, @t->prev, @t);
        ",
        "if (@x.next == &@x && @x.prev != &@x) reach_error();",
    ],
    end: "
    while (x.next != &x) {
    t = x.next;
    take(t);
    free(of(t));
    }
    while (y.next != &y) {
    t = y.next;
    take(t);
    free(of(t));
    }
    ",
};

/// Lists of lists.
pub const NESTED: Theme = Theme {
    features: "n",
    declarations: "
    typedef struct sub {
    struct sub *n;
    w|struct sub *p;
    struct node *up;
    } Sub;
    typedef struct node {
    v|int v;
    c|struct node *p;
    Sub *s;
    o|Sub *o;
    struct node *n;
    } Node;
    static Node *make(Node *n) {
    Node *m = @alloc;
    m->s = 0;
    v|m->v = @val;
    c|m->p = 0;
    c|if (n) n->p = m;
    o|m->o = 0;
    m->n = n;
    return m;
    }
    static void grow(Node *m) {
    Sub *s = malloc(sizeof(Sub));
    s->n = m->s;
    w|s->p = 0;
    w|if (m->s) m->s->p = s;
    s->up = m;
    m->s = s;
    }
    static void shrink(Node *m) {
    Sub *s = m->s;
    m->s = s->n;
    w|if (m->s) m->s->p = 0;
    free(s);
    }
    static void empty(Node *m) {
    while (m->s) shrink(m);
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    Sub *s = 0;
    ",
    pieces: &[
        "while (@cond) @x = make(@x);",
        "
        while (@cond) {
        @x = make(@x);
        while (@cond) grow(@x);
        }
        ",
        "
        while (@cond) {
        @x = make(@x);
        if (@cond) grow(@x);
        }
        ",
        "
        while (@cond) {
        @x = make(@x);
        grow(@x);
        o|@x->o = @x->s;
        if (@cond) grow(@x);
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        if (@cond) grow(@t);
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        for (s = @t->s; s; s = s->n) {
        if (s->up != @t) reach_error();
        @i++;
        }
        }
        ",
        "
        for (@t = @x; @t; @t = @t->n) {
        empty(@t);
        o|@t->o = 0;
        }
        ",
        "
        if (@x) {
        empty(@x);
        @t = @x->n;
        free(@x);
        @x = @t;
        c|if (@x) @x->p = 0;
        }
        ",
        reversal!("c|"),
        "
        if (@x && @x->s && @x->n) {
        s = @x->s;
        @x->s = s->n;
        w|if (s->n) s->n->p = 0;
        s->n = @x->n->s;
        w|if (s->n) s->n->p = s;
        s->up = @x->n;
        @x->n->s = s;
        }
        ",
        "if (@x && @x->s && @x->s->up != @x) reach_error();",
        "
        needs o
        for (@t = @x; @t; @t = @t->n) {
        @t->o = @t->s;
        if (@t->o && @cond) s = @t->o;
        }
        ",
        "
        needs v
        for (@t = @x; @t; @t = @t->n) {
        if (@t->v @cmp @small) grow(@t);
        else empty(@t);
        }
        ",
    ],
    end: EMPTIED,
};
