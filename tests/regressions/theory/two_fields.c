// False, each of them: laws of lists fail where nodes have two fields.
typedef struct node { struct node *n, *m; } Node;
void f(Node *x, Node *y, Node *z, Node *w) {
L:  ;
}
