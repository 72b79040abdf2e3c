// An array in a node dies with the node.
typedef struct node { struct node *n; struct node *l[2]; } Node;
void free(void *);
Node *subject(Node *x, Node *y) {
    free(x);
    return y->l[1];
}
