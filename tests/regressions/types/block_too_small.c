// False: the block does not hold a node.
typedef struct node { struct node *n; int d; } Node;
void *malloc(unsigned long);
void f(void) {
    Node *x = malloc(4);
    if (x == 0) return;
L:  ;
    x->d = 1;
M:  ;
}
