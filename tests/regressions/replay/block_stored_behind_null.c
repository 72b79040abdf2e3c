// Not true: where i is 23, which no run on small heaps tries, x may be NULL.
void *malloc(unsigned long);
typedef struct node { struct node *n; } Node;
void f(Node *x, unsigned i) {
    if (i * i * i == 12167) x->n = malloc(sizeof(Node));
}
