// False: the number is written where the pointer was.
typedef struct node { struct node *n; } Node;
void f(Node *x, Node *y) {
    if (x == 0) return;
    long *l = (long *)x;
K:  *l = (long)y;
L:  ;
}
