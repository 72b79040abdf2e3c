// False: the whole node is zero, though filling it changes the pointer that led to it.
void *memset(void *, int, unsigned long);
typedef struct node { struct node *n; int d; } Node;
void f(Node *x) {
    if (x == 0) return;
    x->n = x;
    x->d = 5;
    memset(x->n, 0, sizeof(Node));
L:  ;
}
