// Walks through a list: one of the classical programs of three-valued-logic analysis (TVLA), where the exit for a cell that
// was found is dropped.
// Asked: no null dereference, the list stays as it was.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void search(Node *x)
{
    Node *y = x;
    while (y != NULL)
        y = y->n;
}
