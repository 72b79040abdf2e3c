// Moves all elements of one doubly linked ring with a header behind the header of another, and frees them there.
// Asked: no null dereference, no use of a freed element, both rings are empty when they should be, and links lead back.
#include <stdlib.h>

typedef struct Node {
    struct Node *n, *p;
} Node;

extern int nondet(void);
extern void __VERIFIER_assert(int);

static void add(Node *head, Node *t)
{
    t->n = head->n;
    t->p = head;
    head->n->p = t;
    head->n = t;
}

static void move_all(Node *from, Node *to)
{
    Node *first = from->n, *last = from->p;
    if (first == from)
        return;
    first->p = to;
    last->n = to->n;
    to->n->p = last;
    to->n = first;
    from->n = from;
    from->p = from;
}

void ring_splice(void)
{
    Node a = { &a, &a }, b = { &b, &b }, *e;
    while (nondet())
        add(&a, malloc(sizeof(Node)));
    while (nondet())
        add(&b, malloc(sizeof(Node)));
    move_all(&b, &a);
moved:
    for (e = a.n; e != &a; e = e->n)
        __VERIFIER_assert(e->n->p == e);
    while (a.n != &a) {
        e = a.n;
        a.n = e->n;
        e->n->p = &a;
        free(e);
    }
done:
    return;
}
