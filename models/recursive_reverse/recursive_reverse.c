// Reverses a list by recursion.
// Asked: no null dereference, the result is acyclic, nothing is lost.
#include <stddef.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

static Node *onto(Node *x, Node *done)
{
    Node *rest;
    if (x == NULL)
        return done;
    rest = x->n;
    x->n = done;
    return onto(rest, x);
}

Node *recursive_reverse(Node *x)
{
    return onto(x, NULL);
}
