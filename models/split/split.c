// Cuts a list in two behind any of its cells.
// Asked: no null dereference, two acyclic lists that share nothing, nothing is lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

extern int nondet(void);

Node *split(Node *x)
{
    Node *e = x, *y = NULL;
    if (x == NULL)
        return NULL;
    while (e->n != NULL && nondet())
        e = e->n;
    y = e->n;
    e->n = NULL;
    return y;
}
