// Verified are only the two that hold of all lists, the ninth and the last.
typedef struct node { struct node *n; } Node;
void f(Node *x, Node *y, Node *z) {
L:  ;
}
