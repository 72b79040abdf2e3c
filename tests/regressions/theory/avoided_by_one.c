// False, both: only the path from the tree reaches the avoided place.
typedef struct list { struct list *n; } List;
typedef struct tree { struct tree *t; List *h; } Tree;
void f(List *x, Tree *y, List *v, Tree *w) {
L:  ;
}
