// False: x->d is not copied.
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
struct P { int a; long d; };
void f(struct P *x, struct P *y, unsigned i) {
    if (!x || !y || x == y) return;
    memcpy(x, y, 8);
L:  ;
}
