// Deletes any one cell of a list, or none: one of the classical programs of three-valued-logic analysis (TVLA).
// Asked: no null dereference, no use of the freed cell, the list stays acyclic.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

extern int nondet(void);

void delete(Node *x)
{
    Node *e = x, *p = NULL, *t = NULL;
    while (e != NULL) {
        if (nondet()) {
            if (p != NULL) {
                t = e->n;
                p->n = NULL;
                p->n = t;
                t = NULL;
            } else {
                x = e->n;
            }
            e->n = NULL;
            free(e);
            e = NULL; // as TVLA's free does
            return;
        }
        p = e;
        e = e->n;
    }
}
