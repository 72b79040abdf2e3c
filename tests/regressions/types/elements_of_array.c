// Unknown: q may be the address of the element that is written.
void f(int *x, int *y) {
    int a[3];
    int *p = a, *q = a + 1;
K:  p[1] = 5;
L:  ;
}
