// False: where nodes have two fields, a path may begin with the other one.
typedef struct node { struct node *n, *m; } Node;
void f(Node *x, Node *y, Node *z, Node *w) {
L:  ;
}
