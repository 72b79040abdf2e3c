// False: a path that starts at a member visits it, though no pointer leads to it.
typedef struct node { struct node *n, *m; } Node;
void f(Node *x, Node *y) {
    if (y == 0) return;
L:  ;
}
