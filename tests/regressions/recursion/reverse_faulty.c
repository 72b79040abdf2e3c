/* The old link of the first node stays: FALSE that the result is no cycle. TRUE: the rest. */

typedef struct Node { struct Node *n; } Node;

Node *reverse(Node *x)
{
    if (!x || !x->n)
        return x;
    Node *r = reverse(x->n);
    x->n->n = x;
    return r;
}
