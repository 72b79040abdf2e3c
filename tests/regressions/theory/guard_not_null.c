// False: where the cell does not hold NULL, the path may lead through it.
typedef struct node { struct node *n; } Node;
void f(Node *x, Node *y, Node *z) {
    if (z == 0) return;
    if (z->n == 0) return;
    z->n = 0;
L:  ;
}
