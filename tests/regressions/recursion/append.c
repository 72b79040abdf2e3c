/* A list behind another one. TRUE: accesses, leaks, and what is specified. */
typedef struct Node { struct Node *n; } Node;

Node *append(Node *x, Node *y)
{
    if (!x)
        return y;
    x->n = append(x->n, y);
    return x;
}
