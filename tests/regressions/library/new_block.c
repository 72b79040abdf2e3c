// Unknown: the block holds anything.
typedef struct node { struct node *n; int d; } Node;
void *malloc(unsigned long);
void f(void) {
    Node *x = malloc(sizeof(Node));
L:  ;
}
