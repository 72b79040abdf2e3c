// Puts a new cell behind x in a doubly linked list.
// Asked: no null dereference, the links of x, the new cell and its successor fit, nothing is lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n, *p;
} Node;

void dll_insert(Node *x, int data)
{
    Node *t = malloc(sizeof(Node));
    t->data = data;
    t->p = x;
    t->n = x->n;
    if (x->n != NULL)
        x->n->p = t;
    x->n = t;
}
