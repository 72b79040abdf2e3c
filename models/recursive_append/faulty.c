// recursive_append.c with a mistake: what the next call returns is not stored.
#include <stddef.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *recursive_append(Node *x, Node *y)
{
    if (x == NULL)
        return y;
    recursive_append(x->n, y);
    return x;
}
