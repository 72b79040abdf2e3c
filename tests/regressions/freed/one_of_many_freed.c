// Not true: which block is freed is not known, and far behind it a freed one is used.
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node { struct node *n; } Node;
int *b, *blocks[20];
int main(void) {
    Node *h = 0, *t;
    int c = 0, k = __VERIFIER_nondet_int();
    b = malloc(sizeof *b);
    for (int i = 0; i < 20; i++) blocks[i] = b;
    blocks[3] = 0;
    free(blocks[k < 0 || k > 19 ? 0 : k]);
    while (__VERIFIER_nondet_int()) {
        t = malloc(sizeof *t);
        t->n = h;
        h = t;
    }
    while (h) {
        t = h->n;
        free(h);
        h = t;
        if (c < 600) c++;
    }
    if (c > 500) *b = 1;
    return 0;
}
