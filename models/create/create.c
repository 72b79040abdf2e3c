// Puts any number of new cells in front of a list: one of the classical programs of three-valued-logic analysis (TVLA).
// Asked: no null dereference, the list stays acyclic, nothing is lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

extern int nondet(void);

Node *create(Node *x)
{
    Node *f = NULL;
    while (nondet()) {
        f = malloc(sizeof(Node));
        f->n = NULL;
        f->n = x;
        x = f;
    }
    return x;
}
