// circular_insert.c with a mistake: the last two lines are swapped, so the new cell points to itself and the circle is cut.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void circular_insert(Node *x, int data)
{
    Node *t = malloc(sizeof(Node));
    t->data = data;
    x->n = t;
    t->n = x->n;
}
