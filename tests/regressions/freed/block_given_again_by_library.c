// Unknown: realloc may free the block at x, and the next one may lie there.
typedef struct node { struct node *n; int d; } Node;
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void f(Node *x) {
    Node *z = realloc(x, sizeof(Node));
    Node *y = malloc(sizeof(Node));
L:  ;
}
