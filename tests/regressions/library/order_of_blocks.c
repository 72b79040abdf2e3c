// Unknown: where a new block lies is not known.
typedef struct node { struct node *n; } Node;
void *malloc(unsigned long);
void f(Node *y) {
    Node *x = malloc(sizeof(Node));
L:  ;
}
