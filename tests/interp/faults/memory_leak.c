// fault: memory-leak
typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *pointer);

struct node { struct node *n; };

int main(void) {
    struct node *x = malloc(sizeof *x);
    x->n = malloc(sizeof *x);
    x->n->n = 0;
    free(x);
    return 0;
}
