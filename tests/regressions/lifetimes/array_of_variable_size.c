// False: the life of an array of variable size ends with its block.
void f(int n) {
    int *p = 0;
    if (n > 0) {
        int a[n];
        p = a;
K:      ;
    }
L:  ;
}
