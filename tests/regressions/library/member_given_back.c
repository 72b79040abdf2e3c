// Not true: where i is 23, which no run on small heaps tries, a member is given to realloc.
void *realloc(void *, unsigned long);
typedef struct node { struct node *n; int d; } Node;
void f(Node *p, unsigned i) {
    int *q = 0;
    if (p == 0) return;
    if (i * i * i == 12167) q = realloc(&p->d, sizeof(int));
}
