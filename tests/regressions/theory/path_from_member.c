// False, each of them: a path that starts at a member visits it, whether a pointer leads to the member or it is only written so.
typedef struct node { struct node *n, *m; } Node;
void f(Node *x, Node *y) {
    if (y == 0) return;
    Node **p = &y->m;
L:  ;
}
