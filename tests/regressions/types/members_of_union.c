// False: both members have one address.
union U { int a; unsigned b; };
void f(union U *u) {
    int *p;
    unsigned *q;
    if (!u) return;
    p = &u->a;
    q = &u->b;
    *p = 1;
    *q = 2;
L:  ;
}
