// split.c with a mistake: two lines are swapped, so the second half is lost.
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
    e->n = NULL;
    y = e->n;
    return y;
}
