// create.c with a mistake: two lines are swapped, so the new cell points to itself.
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
        x = f;
        f->n = x;
    }
    return x;
}
