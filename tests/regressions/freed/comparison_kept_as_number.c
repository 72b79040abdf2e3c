// False: a comparison with a dangling pointer has either outcome.
void free(void *);
typedef struct Node { struct Node *n; struct Node *m; } Node;
void f(Node *x, Node *y) {
    int e = (x == y);
    int g;
    free(x);
    g = (x == y);
L:  ;
}
