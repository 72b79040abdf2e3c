// Open: the new block may be where the freed one was, and then the pointers may be found equal.
typedef struct node { struct node *n; } Node;
void free(void *);
void *malloc(unsigned long);
void f(Node *x) {
    int r = 0;
    free(x);
    Node *y = malloc(sizeof(Node));
    if (y == 0) return;
    y->n = y;
M:  if (x == y) r = 1;
L:  ;
}
