// Swaps the first two cells of a list: one of the classical programs of three-valued-logic analysis (TVLA).
// Asked: no null dereference, the list stays acyclic, nothing is lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void swap(Node *x)
{
    Node *t = NULL, *p = NULL;
    if (x != NULL) {
        t = x->n;
        if (t != NULL) {
            p = x;
            x = x->n;
            t = x->n;
            p->n = NULL;
            p->n = t;
            x->n = NULL;
            x->n = p;
        }
    }
}
