// recursive_reverse.c with a mistake: the elements are not linked.
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
    return onto(rest, x);
}

Node *recursive_reverse(Node *x)
{
    return onto(x, NULL);
}
