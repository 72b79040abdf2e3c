// swap.c with a mistake: a list of one cell is not tested for, as in the control flow graph that TVLA ships.
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
        {
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
