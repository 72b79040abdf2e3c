// True, as one element is compared with none. The comparison could free what the global leads to, and the new block get that address.
void *malloc(unsigned long);
void free(void *);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
typedef struct node { struct node *n; } Node;
Node *g;
int once(const void *a, const void *b);
void f(int *a) {
    if (a == 0 || g == 0) return;
    qsort(a, 1, sizeof(int), once);
    Node *t = malloc(sizeof(Node));
    if (t == 0) return;
L:  ;
}
