// False: the pointer leads to the array, whatever type it is seen under.
void f(void) {
    int a[2];
    char *c = (char *)a;
    a[0] = 0;
    c[0] = 1;
L:  ;
}
