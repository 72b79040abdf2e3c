// False: what both reach may be the freed block alone.
typedef struct node { struct node *n; int d; } Node;
void free(void *);
void f(Node *x, Node *y, Node *z) {
    free(z);
L:  ;
}
