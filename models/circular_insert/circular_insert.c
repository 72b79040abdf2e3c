// Puts a new cell behind x in a circular list.
// Asked: no null dereference, the list stays circular, nothing is lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void circular_insert(Node *x, int data)
{
    Node *t = malloc(sizeof(Node));
    t->data = data;
    t->n = x->n;
    x->n = t;
}
