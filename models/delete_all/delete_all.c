// Frees all cells of a list: one of the classical programs of three-valued-logic analysis (TVLA).
// Asked: no null dereference, no double free, and every cell of the list is freed.
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
        x = x->n;
        e->n = NULL;
        free(e);
        e = NULL; // as TVLA's free does
    }
}
