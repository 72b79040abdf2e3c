// The second block may be the first.
typedef struct node { struct node *n; int d; } Node;
void free(void *);
void subject(Node *x, Node *y) {
    free(x);
    free(y);
}
