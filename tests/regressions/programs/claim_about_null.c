typedef struct node { struct node *n; struct node *p; } Node;
Node *subject(Node *x, Node *y) {
    Node *t = 0;
    x->n = t;
    return t;
}
