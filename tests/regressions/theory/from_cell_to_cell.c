// False: where both are one node, the path is at its end before it comes to the node.
typedef struct node { struct node *n; } Node;
void f(Node *x, Node *y) {
L:  ;
}
