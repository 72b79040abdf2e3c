// Unknown: y may lie behind the block.
typedef struct node { struct node *n; } Node;
void *malloc(unsigned long);
void f(int i) {
    Node *x = malloc(4 * sizeof(Node));
    Node *y = x + i;
L:  ;
}
