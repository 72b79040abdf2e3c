// False: the distance changes with one of the pointers.
struct ends { int *first, *last; };
void f(struct ends *x, int *a) {
    if (x == 0) return;
K:  x->last = a;
L:  ;
}
