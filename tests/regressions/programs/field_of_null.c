// The address of a field of NULL is undefined; on every machine that of the first field is NULL.
typedef struct node { struct node *n; int d; } Node;
Node *subject(Node **q, Node *x) {
    q = &x->n;
L1: ;
    return x;
}
