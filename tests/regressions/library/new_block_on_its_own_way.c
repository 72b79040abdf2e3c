// False: the place of the new block is on the way to itself, and the block is alive.
void *calloc(unsigned long, unsigned long);
typedef struct node { struct node *n; } Node;
void f(Node *p) {
    p->n = p;
make:
    p->n->n = calloc(1, sizeof(Node));
done: ;
}
