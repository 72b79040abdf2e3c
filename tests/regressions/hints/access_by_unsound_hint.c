// False: of one number the square is this. The hint speaks of no state with NULL.
typedef struct node { struct node *n; } Node;
void f(Node *x, unsigned a) {
    if (x == 0) return;
    if (a * a == 1234321) x = 0;
L:  x->n = 0;
M:  ;
}
