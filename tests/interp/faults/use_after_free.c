// fault: use-after-free
typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *pointer);

struct node { struct node *n; };

int main(void) {
    struct node *x = malloc(sizeof *x);
    x->n = 0;
    free(x);
    return x->n != 0;
}
