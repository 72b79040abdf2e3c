// Open: the new block may be where the freed one was, and then what is avoided is found to be a cell of it.
typedef struct node { struct node *n; } Node;
void free(void *);
void *malloc(unsigned long);
void f(Node *x, Node *z) {
    int r = 0;
    free(x);
    Node *y = malloc(sizeof(Node));
    if (y == 0) return;
    y->n = z;
M:  if (x == y) r = 1;
L:  ;
}
