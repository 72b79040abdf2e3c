// False: the path may lead through the second of the avoided places.
typedef struct node { struct node *n; } Node;
void f(Node *x, Node *y, Node *a, Node *b) {
L:  ;
}
