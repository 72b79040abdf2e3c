// merge.c with a mistake: what is left of q is forgotten.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

extern int nondet(void);

Node *merge(Node *p, Node *q)
{
    Node *h = NULL, *t = NULL;
    if (p == NULL || q == NULL)
        return NULL;
    if (nondet()) {
        h = p;
        p = p->n;
    } else {
        h = q;
        q = q->n;
    }
    t = h;
    while (p != NULL && q != NULL) {
        t->n = NULL;
        if (nondet()) {
            t->n = p;
            p = p->n;
        } else {
            t->n = q;
            q = q->n;
        }
        t = t->n;
    }
    if (p != NULL) {
        t->n = NULL;
        t->n = p;
    } else if (q != NULL) {
        t->n = NULL;
    }
    return h;
}
