// Unknown: a new block may lie where a freed one did, and comparing the freed pointer has either outcome.
typedef struct node { struct node *n; } Node;
void *malloc(unsigned long);
void free(void *);
void f(Node *x) {
    if (x == 0) return;
    free(x);
    Node *y = malloc(sizeof(Node));
L: ;
}
