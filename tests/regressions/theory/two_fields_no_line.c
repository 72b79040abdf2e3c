// False: what a node with two fields reaches is not in line.
typedef struct node { struct node *n, *m; } Node;
void f(Node *x, Node *y, Node *z) {
L:  ;
}
