/* A node from elsewhere is put before a list: it is new, and what the contract says of it is known. */
typedef struct node { struct node *n; int d; } Node;

Node *node_new(int d);

Node *f(Node *x, int d) {
    Node *y = node_new(d);
here:
    y->n = x;
    return y;
}
