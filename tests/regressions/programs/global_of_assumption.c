// A global that only an assumption names is an input as well.
typedef struct node { struct node *n; struct node *p; } Node;
Node h;
Node *subject(Node *x) {
    Node s;
    Node **r;
    int j = 0;
    L2: ;
    return x->n;
}
