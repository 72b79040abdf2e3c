void free(void *);
struct node { struct node *n; };
void f(struct node *x, struct node *y) {
    free(x);
    if (y != 0) {
    } else
        x->n = y;
}
