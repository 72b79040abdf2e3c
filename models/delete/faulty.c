// delete.c with a mistake: the cell is freed before its link is cleared.
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
            free(e);
            e->n = NULL;
            e = NULL; // as TVLA's free does
            return;
        }
        p = e;
        e = e->n;
    }
}
