// Reverses a list in place: one of the classical programs of three-valued-logic analysis (TVLA). The same program as
// list_reverse, with everything asked that is asked there.
// Asked: no null dereference, the result is acyclic, nothing is lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *reverse(Node *x)
{
    Node *y = NULL, *t = NULL;
    while (x != NULL) {
        t = y;
        y = x;
        x = x->n;
        y->n = NULL;
        y->n = t;
    }
    return y;
}
