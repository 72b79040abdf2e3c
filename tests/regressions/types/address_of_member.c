// False: p is the address of x->d.
typedef struct node { struct node *n; int d; } Node;
void f(Node *x) {
    if (x == 0) return;
    int *p = &x->d;
    x->d = 0;
    *p = 1;
L:  ;
}
