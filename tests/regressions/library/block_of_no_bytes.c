// False: a block of no bytes holds nothing.
typedef struct node { struct node *n; } Node;
void *realloc(void *, unsigned long);
void f(Node *x) {
    void *r = realloc(x, 0);
L:  ;
}
