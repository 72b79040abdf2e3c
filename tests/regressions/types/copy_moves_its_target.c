// False: both members are copied, although with the first of them it changes where the second one goes to.
typedef struct node { struct node *n, *m; } Node;
void f(Node *x, Node *y, Node *z) {
K:  *x->n = *x->m;
L:  ;
}
