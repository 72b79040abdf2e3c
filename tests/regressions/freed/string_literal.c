// Not true: where i is 23, which no run on small heaps tries, a string literal is freed.
void free(void *);
void f(unsigned i) {
    char *p = 0;
    if (i * i * i == 12167) p = "abc";
K:  free(p);
L:  ;
}
