// False: the address of the first member is that of the block.
void free(void *);
typedef struct Node { struct Node *n; int d; } Node;
void f(Node *x) {
    Node **pp;
    if (!x || !x->n) return;
    pp = &x->n;
    free(pp);
E:  ;
}
