// False or open, each of them: an element of a new block may be its first, and need not lie in it.
void *calloc(unsigned long, unsigned long); void *malloc(unsigned long);
struct node { struct node *n; int d; };
void f(int i) {
    struct node *t = calloc(1, sizeof(struct node));
    if (t == 0) return;
L:  ;
}
