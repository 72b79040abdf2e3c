/* The rest of the first list is forgotten. FALSE: `first`. TRUE: the rest. */
typedef struct Node { struct Node *n; } Node;

Node *append(Node *x, Node *y)
{
    if (!x)
        return y;
    append(x->n, y);
    x->n = y;
    return x;
}
