// False: p leads to the array.
typedef struct R { int a[2]; struct R *n; } R;
void f(R *r) {
    unsigned *p;
    if (!r) return;
    p = (unsigned *)&r->a;
    r->a[0] = 1;
    *p = 7;
L:  ;
}
