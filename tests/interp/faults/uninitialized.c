// fault: uninitialized
typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *pointer);

struct node { struct node *n; };

int main(void) {
    struct node *x = malloc(sizeof *x);
    struct node *copy = x->n;
    if (copy) return 1;
    free(x);
    return 0;
}
