// False: where paths are not unique, one that avoids the first place and one that avoids the second may differ.
typedef struct node { struct node *n, *m; } Node;
void f(Node *x, Node *y, Node *z, Node *w) {
L:  ;
}
