// Not true: where i is 23, which no run on small heaps tries, the middle of a block is freed.
void free(void *);
typedef struct node { struct node *n; int d; } Node;
void f(Node *p, unsigned i) {
    if (p == 0) return;
    int *q = 0;
    if (i * i * i == 12167) q = &p->d;
K:  free(q);
L:  ;
}
