// What x->v holds was never written: whether the assumption holds is open, and a run on which it may fail shows nothing.
void *malloc(unsigned long);
typedef struct node { struct node *n; int v; } Node;
void f(void) {
    Node *x = malloc(sizeof *x);
    if (!x)
        return;
L:  x = 0;
    x->v = 1;
}
