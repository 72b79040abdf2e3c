// get_last.c with a mistake: the loop stops one cell late.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *get_last(Node *x)
{
    Node *e = x, *p = NULL;
    while (e != NULL) {
        e = e->n;
        p = e;
    }
    return p;
}
