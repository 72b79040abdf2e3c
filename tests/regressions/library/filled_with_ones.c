// Not true: the bytes become ones, in all of the object.
void *memset(void *, int, unsigned long);
struct P { int a; long d; };
void f(struct P *x, int i) {
    if (!x) return;
    memset(x, 1, sizeof *x);
L:  ;
}
