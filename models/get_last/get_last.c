// Finds the last cell of a list: one of the classical programs of three-valued-logic analysis (TVLA).
// Asked: no null dereference, the cell is the last one of the list, the list stays as it was.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *get_last(Node *x)
{
    Node *e = x, *p = NULL;
    while (e != NULL) {
        p = e;
        e = e->n;
    }
    return p;
}
