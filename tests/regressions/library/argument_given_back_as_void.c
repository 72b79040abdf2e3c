// memset gives x back under another type: what is freed by it is what y->n leads to, and comparing that has either outcome.
void *memset(void *, int, unsigned long);
void free(void *);
typedef struct node { struct node *n; int v; } Node;
void f(Node *x, Node *y, unsigned v) {
    if (v * v != 603729 || !x || !y || x == y)
        return;
    y->n = 0;
    void *q = memset(x, 0, sizeof *x);
    y->n = x;
    free(q);
    if (y->n)
        y->n->v = 1;
L:  ;
}
