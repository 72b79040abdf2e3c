// False: a pointer to the member reaches it without its node.
typedef struct node { struct node *n; } Node;
void f(Node **p, Node *y, int i) {
    if (y == 0) return;
    if (i) p = &y->n;
L:  ;
}
