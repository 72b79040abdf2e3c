// recursive_destroy.c with a mistake: the element is freed before its link is read.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void recursive_destroy(Node *x)
{
    if (x == NULL)
        return;
    free(x);
    recursive_destroy(x->n);
}
