// Frees all elements of a doubly linked ring: first all others from the front, then the one that is held.
// Asked: no null dereference, no use of a freed element, nothing is freed twice.
#include <stdlib.h>

typedef struct Node {
    struct Node *n, *p;
} Node;

extern int nondet(void);

static Node *ring(void)
{
    Node *x = malloc(sizeof(Node));
    x->n = x;
    x->p = x;
    while (nondet()) {
        Node *t = malloc(sizeof(Node));
        t->n = x->n;
        t->p = x;
        x->n->p = t;
        x->n = t;
    }
    return x;
}

void ring_destroy(void)
{
    Node *x = ring(), *e = x->n;
    while (e != x) {
        Node *next = e->n;
        free(e);
        e = next;
    }
    x->n = x;
    x->p = x;
alone:
    free(x);
}
