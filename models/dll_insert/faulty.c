// dll_insert.c with a mistake: at the end of the list, there is no cell behind x.
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
    x->n->p = t;
    x->n = t;
}
