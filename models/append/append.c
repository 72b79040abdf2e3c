// Appends the list y to the list x: one of the classical programs of three-valued-logic analysis (TVLA).
// Asked: no null dereference, the list stays acyclic, nothing is lost, and y hangs behind the last cell of x.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void append(Node *x, Node *y)
{
    Node *e = x, *p = NULL;
    while (e != NULL) {
        p = e;
        e = e->n;
    }
    p->n = NULL;
    p->n = y;
}
