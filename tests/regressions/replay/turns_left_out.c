void *malloc(unsigned long);
void free(void *);
void abort(void);
struct n { struct n *next; };
int main(void) {
    struct n *l = 0, *odd = 0, *even = malloc(sizeof *even), *t;
    unsigned i;
    if (!even) abort();
    for (i = 1; i; ++i) {
        struct n *x = malloc(sizeof *x);
        if (!x) abort();
        x->next = l;
        l = x;
        t = odd; odd = even; even = t;
    }
    if (!odd) *(volatile int *)0 = 1;
    while (l) { t = l->next; free(l); l = t; }
    free(odd);
    return 0;
}
