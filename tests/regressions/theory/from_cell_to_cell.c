// False: where both are one node, the path ends before it reaches the node.
typedef struct node { struct node *n; } Node;
void f(Node *x, Node *y) {
L:  ;
}
