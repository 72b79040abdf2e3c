// False: what the tree reaches changes, although no list leads to a tree.
typedef struct list { struct list *n; } List;
typedef struct tree { struct tree *t; List *h; } Tree;
void f(List *x, Tree *y, Tree *z) {
    if (x == 0 || y == 0) return;
K:  y->t = z;
L:  ;
}
