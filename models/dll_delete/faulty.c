// dll_delete.c with a mistake: the backward link of the cell behind is lost.
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
        after->p = after;
    free(e);
}
