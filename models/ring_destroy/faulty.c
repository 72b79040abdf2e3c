// ring_destroy.c with a mistake: an element is read after it was freed.
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
        free(e);
        e = e->n;
    }
    x->n = x;
    x->p = x;
alone:
    free(x);
}
