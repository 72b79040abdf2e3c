// Copies a list by recursion.
// Asked: no null dereference, the copy is acyclic and shares nothing with the list, which stays as it is.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *recursive_copy(Node *x)
{
    Node *t;
    if (x == NULL)
        return NULL;
    t = malloc(sizeof(Node));
    t->data = x->data;
    t->n = recursive_copy(x->n);
    return t;
}
