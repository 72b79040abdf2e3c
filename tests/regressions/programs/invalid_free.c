// A variable is no block of the heap.
typedef struct node { struct node *n; int d; } Node;
Node h;
void free(void *);
void subject(Node *y) {
    y->n = &h;
    free(y->n);
}
