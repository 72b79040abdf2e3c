// delete_all.c with a mistake: the next cell is read from one that has been freed.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void delete_all(Node *x)
{
    Node *e = NULL;
    while (x != NULL) {
        e = x;
        e->n = NULL;
        free(e);
        x = e->n;
        e = NULL; // as TVLA's free does
    }
}
