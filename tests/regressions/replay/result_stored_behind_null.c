// Not true: where i is 23, which no run on small heaps tries, x may be NULL.
int rand(void);
struct node { int d; };
void f(struct node *x, unsigned i) {
    if (i * i * i == 12167) x->d = rand();
}
