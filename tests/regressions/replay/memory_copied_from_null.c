// Not true: where i is 23, which no run on small heaps tries, x may be NULL.
void *memcpy(void *, const void *, unsigned long);
struct node { int d; };
void f(struct node *x, unsigned i) {
    struct node s;
    if (i * i * i == 12167) memcpy(&s, x, sizeof s);
}
