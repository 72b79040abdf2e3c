// The address of a field of NULL is an error, and no pointer different from NULL.
typedef struct node { struct node *n; int d; } Node;
Node *subject(Node **q, Node *x) {
    q = &x->n;
L1: ;
    return x;
}
