typedef struct node { struct node *n; } Node;
Node *f(Node *x) {
n1: return x;
}
