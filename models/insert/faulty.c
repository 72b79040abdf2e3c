// insert.c with a mistake: the loop ends one cell early, which an empty list does not have.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void insert(Node *x)
{
    Node *e = x, *p = NULL, *t = NULL;
    while (e->n != NULL) {
        p = e;
        e = e->n;
    }
    if (e == x) {
        x = malloc(sizeof(Node));
        x->n = NULL;
        x->n = e;
    } else {
        t = malloc(sizeof(Node));
        t->n = NULL;
        t->n = e;
        p->n = NULL;
        p->n = t;
    }
}
