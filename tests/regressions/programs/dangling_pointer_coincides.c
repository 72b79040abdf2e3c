// Where the freed x happens to equal y, nothing is known of x->n.
typedef struct node { struct node *n; int d; } Node;
void free(void *);
void subject(Node *x, Node *y) {
    if (y == 0) return;
    free(x);
    if (x == y) {
        y->n = 0;
L: ;
    }
}
