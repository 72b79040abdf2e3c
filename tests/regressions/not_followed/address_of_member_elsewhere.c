// Unknown: the function may have left the address of x->d in y.
typedef struct node { struct node *n; int d; } Node;
void other(void);
Node *x;
int *y;
void f(void) {
    other();
K:  x->d = 1;
L:  ;
}
