// False: a pointer to void may lead to the freed block, and the new one may be where that was.
typedef struct node { struct node *n; } Node;
void free(void *);
void *malloc(unsigned long);
void f(Node *x, void *p) {
    int r = 0;
K:  free(x);
    void *q = malloc(sizeof(Node));
    if (q != 0 && p == q) r = 1;
L:  ;
}
