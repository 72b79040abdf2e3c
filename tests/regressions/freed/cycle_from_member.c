// False: the path starts in the freed block, where nothing is any more.
typedef struct node { struct node *n; } Node;
void free(void *);
void f(Node *x) {
    free(x);
L:  ;
}
