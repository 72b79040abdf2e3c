//! Lists and queues as BSD has them: a node leads back to the link that leads to it, so that the first node is none of a special
//! kind.

use crate::smg_concretisation::pieces::Theme;

/// Features: `v` nodes hold a number, `c` the links are not at the start of a node, `w` nodes are large, `o` nodes hold another
/// pointer.
pub const QUEUES: Theme = Theme {
    features: "b",
    declarations: "
    typedef struct node {
    c|int head;
    struct node *n;
    struct node **p;
    v|int v;
    o|struct node *o;
    w|char text[40];
    } Node;
    typedef struct list { Node *first; } List;
    typedef struct queue { Node *first; Node **last; } Queue;
    static Node *make(void) {
    Node *m = @alloc;
    m->n = 0;
    m->p = 0;
    v|m->v = @val;
    o|m->o = @few > 2 ? m : 0;
    return m;
    }
    static void insert_head(List *l, Node *m) {
    m->n = l->first;
    if (m->n) m->n->p = &m->n;
    l->first = m;
    m->p = &l->first;
    }
    static void insert_after(Node *a, Node *m) {
    m->n = a->n;
    if (m->n) m->n->p = &m->n;
    a->n = m;
    m->p = &a->n;
    }
    static void insert_before(Node *a, Node *m) {
    m->p = a->p;
    m->n = a;
    *a->p = m;
    a->p = &m->n;
    }
    static void unlink(Node *m) {
    if (m->n) m->n->p = m->p;
    *m->p = m->n;
    }
    static void init(Queue *q) {
    q->first = 0;
    q->last = &q->first;
    }
    static void queue_head(Queue *q, Node *m) {
    m->n = q->first;
    if (m->n) m->n->p = &m->n;
    else q->last = &m->n;
    q->first = m;
    m->p = &q->first;
    }
    static void queue_tail(Queue *q, Node *m) {
    m->n = 0;
    m->p = q->last;
    *q->last = m;
    q->last = &m->n;
    }
    static void unqueue(Queue *q, Node *m) {
    if (m->n) m->n->p = m->p;
    else q->last = m->p;
    *m->p = m->n;
    }
    ",
    locals: "
    int i = 0, j = 0;
    Node *t = 0, *u = 0;
    List x, y;
    Queue q;
    x.first = 0;
    y.first = 0;
    init(&q);
    ",
    pieces: &[
        "while (@cond) insert_head(&@x, make());",
        "insert_head(&@x, make());",
        "while (@cond) queue_tail(&q, make());",
        "while (@cond) queue_head(&q, make());",
        "queue_tail(&q, make());",
        "queue_head(&q, make());",
        "
        @t = @x.first;
        while (@t && @cond) @t = @t->n;
        if (@t) insert_after(@t, make());
        ",
        "
        @t = @x.first;
        while (@t && @cond) @t = @t->n;
        if (@t) insert_before(@t, make());
        ",
        "
        @t = @x.first;
        while (@t && @cond) @t = @t->n;
        if (@t) {
        unlink(@t);
        free(@t);
        }
        ",
        "
        for (@t = q.first; @t; @t = @u) {
        @u = @t->n;
        if (@cond) {
        unqueue(&q, @t);
        free(@t);
        }
        }
        ",
        "
        if (@x.first) {
        @t = @x.first;
        unlink(@t);
        insert_head(&@y, @t);
        }
        ",
        "
        while (q.first && @cond) {
        @t = q.first;
        unqueue(&q, @t);
        insert_head(&@x, @t);
        }
        ",
        "
        while (@x.first) {
        @t = @x.first;
        unlink(@t);
        queue_tail(&q, @t);
        }
        ",
        "
        if (q.first) {
        @t = *q.last == 0 ? q.first : 0;
        if (@t == 0) reach_error();
        }
        ",
        "for (@t = q.first; @t; @t = @t->n) @i++;",
        "v|for (@t = @x.first; @t; @t = @t->n) @t->v = @val;",
        "if (@x.first && @x.first->p != &@x.first) reach_error();",
    ],
    end: "
    while (x.first) {
    t = x.first;
    unlink(t);
    free(t);
    }
    while (y.first) {
    t = y.first;
    y.first = t->n;
    free(t);
    }
    while (q.first) {
    t = q.first;
    unqueue(&q, t);
    free(t);
    }
    ",
};
