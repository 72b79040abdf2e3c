// copy.c with a mistake: a new cell points to the old one, so the copy ends in the original.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *copy(Node *x)
{
    Node *h = NULL, *t = NULL, *c = NULL;
    for (Node *e = x; e != NULL; e = e->n) {
        c = malloc(sizeof(Node));
        c->data = e->data;
        c->n = e;
        if (t == NULL)
            h = c;
        else
            t->n = c;
        t = c;
    }
    return h;
}
