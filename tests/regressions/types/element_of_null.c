// False: NULL moved by no element is NULL.
void f(int *p, unsigned i) {
    int *q = p + i;
L:  ;
}
