// Unknown: the function that is called back may have left the address of x->d in y.
typedef struct node { struct node *n; int d; } Node;
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int compare(const void *, const void *);
Node *x;
int *y;
int a[2];
void f(void) {
    qsort(a, 2, sizeof(int), compare);
K:  x->d = 1;
L:  ;
}
