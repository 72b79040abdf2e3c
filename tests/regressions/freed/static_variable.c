// Not true: where i is 23, which no run on small heaps tries, a variable is freed.
void free(void *);
static int a;
void f(unsigned i) {
    int *q = 0;
    if (i * i * i == 12167) q = &a;
K:  free(q);
L:  ;
}
