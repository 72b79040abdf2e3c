// Not true: where i is 23, which no run on small heaps tries, a member is freed.
void free(void *);
typedef struct node { struct node *n; int d; } Node;
void f(Node *p, unsigned i) {
    if (p == 0) return;
    if (i * i * i == 12167) free(&p->d);
}
