// False: control reaches L.
void f(int i) {
    void *to = &&L;
    goto *to;
K:  i = 1;
L:  ;
}
