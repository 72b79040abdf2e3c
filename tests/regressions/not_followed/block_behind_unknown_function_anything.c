// Unknown with `--unknown-calls anything`: the function may have freed the block at x, and the next one may lie there.
typedef struct node { struct node *n; int d; } Node;
void *malloc(unsigned long);
void unknown_function(void);
void f(Node *x) {
    unknown_function();
    Node *y = malloc(sizeof(Node));
L:  ;
}
