// Moves the first cell of a list behind the last one, l: one of the classical programs of three-valued-logic analysis (TVLA).
// Asked: no null dereference, the list stays acyclic, nothing is lost, l is the last cell again.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void rotate(Node *x, Node *l)
{
    Node *t = NULL;
    if (x == l)
        return;
    if (x != NULL) {
        t = x->n;
        x->n = NULL;
        l->n = NULL;
        l->n = x;
        x = t;
        l = l->n;
        l->n = NULL;
    }
}
