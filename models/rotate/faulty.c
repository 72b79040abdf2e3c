// rotate.c with a mistake: the first cell keeps its link, so that the list becomes a circle.
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
        l->n = t;
    }
}
