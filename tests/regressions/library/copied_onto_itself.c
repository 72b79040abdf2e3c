// False: where both are one object, the copy changes nothing.
void *memcpy(void *, const void *, unsigned long);
struct P { struct P *n; int d; };
void f(struct P *x, struct P *y) {
    if (!x || !y) return;
    memcpy(x, y, sizeof *x);
L:  ;
}
