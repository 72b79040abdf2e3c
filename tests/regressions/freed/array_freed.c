// Not true: where i is 23, which no run on small heaps tries, an array is freed.
void free(void *);
typedef struct node { struct node *n; int d; } Node;
void f(Node *p, unsigned i) {
    Node a[2];
    if (i * i * i == 12167) p = a;
K:  free(p);
}
