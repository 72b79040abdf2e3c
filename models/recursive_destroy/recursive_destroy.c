// Frees a list by recursion, the rest before the element: each call still has to free its own.
// Asked: no null dereference, nothing is freed twice, every element is freed.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void recursive_destroy(Node *x)
{
    if (x == NULL)
        return;
    recursive_destroy(x->n);
    free(x);
}
