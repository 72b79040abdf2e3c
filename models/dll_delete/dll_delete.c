// Takes the cell e out of a doubly linked list and frees it.
// Asked: no null dereference, no use of the freed cell, the links of its neighbours fit.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n, *p;
} Node;

void dll_delete(Node *e)
{
    Node *before = e->p, *after = e->n;
    if (before != NULL)
        before->n = after;
    if (after != NULL)
        after->p = before;
    free(e);
}
