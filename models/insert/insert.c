// Puts a new cell behind the last one: one of the classical programs of three-valued-logic analysis (TVLA), where the
// test of the data is dropped.
// Asked: no null dereference, the list stays acyclic, nothing is lost, the new cell is the last one.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void insert(Node *x)
{
    Node *e = x, *p = NULL, *t = NULL;
    while (e != NULL) {
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
