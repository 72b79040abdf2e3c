// False: no pointer leads to the array, but its elements are its own.
void f(int i, void *p) {
    int b[3];
    long l = (long)p;
    b[0] = 1;
    b[i] = 2;
L:  ;
}
