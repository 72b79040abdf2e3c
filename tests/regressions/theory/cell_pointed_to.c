// A path reaches a cell that the path's fields do not select where a pointer leads to it.
typedef struct node { struct node *n; } Node;
typedef struct item { int v; Node link; } Item;
void f(Node *x, Item *y) {
    if (!x || !y)
        return;
    x->n = &y->link;
L:  ;
}
