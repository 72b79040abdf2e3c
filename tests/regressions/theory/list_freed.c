// What holds of lists may fail where something was freed.
void free(void *);
typedef struct node { struct node *n; } Node;
void f(Node *x, Node *y, Node *z) {
    free(z);
L:  ;
}
