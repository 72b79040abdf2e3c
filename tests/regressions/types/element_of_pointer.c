// False: where i is 0, the pointer's first element is the variable.
void f(int i) {
    int s = 3, *p = &s;
    p[i] = 7;
L:  ;
}
