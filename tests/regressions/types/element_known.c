// False: the pointer leads to the element.
void f(int i) {
    int b[2], *q = &b[1];
    b[1] = 1;
    *q = 7;
L:  ;
}
