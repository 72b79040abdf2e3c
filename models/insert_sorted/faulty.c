// insert_sorted.c with a mistake: the new cell does not lead on, so the rest of the list is lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *insert_sorted(Node *x, int data)
{
    Node *e = x, *p = NULL, *t;
    while (e != NULL && e->data < data) {
        p = e;
        e = e->n;
    }
    t = malloc(sizeof(Node));
    t->data = data;
    t->n = NULL;
    if (p == NULL)
        x = t;
    else
        p->n = t;
    return x;
}
