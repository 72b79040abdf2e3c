// Not true: where i is 23, which no run on small heaps tries, x may be NULL.
void *malloc(unsigned long);
typedef struct node { struct node *n; unsigned long s; } Node;
void f(Node *x, unsigned i) {
    void *p = 0;
    if (i * i * i == 12167) p = malloc(x->s);
}
