// The first is false: a block that holds the first member only is no node.
typedef struct node { struct node *n; int d; } Node;
void *malloc(unsigned long);
void f(Node *y) {
    Node *x = malloc(sizeof(Node *));
    if (x == 0) return;
    x->n = y;
L:  ;
}
