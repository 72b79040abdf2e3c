// recursive_copy.c with a mistake: only the first element is copied.
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
    t->n = x->n;
    return t;
}
