// False: what may have any value does not keep the one that it had.
typedef struct node { struct node *n; int d; } Node;
void f(Node *x, Node *y) {
    x = y;
L:  ;
}
