/* A list that is turned around from its end. TRUE: accesses, leaks, and what is specified. */

typedef struct Node { struct Node *n; } Node;

Node *reverse(Node *x)
{
    if (!x || !x->n)
        return x;
    Node *r = reverse(x->n);
    x->n->n = x;
    x->n = 0;
    return r;
}
