// False: what is copied under another type has changed between.
void *memcpy(void *, const void *, unsigned long);
struct one { int d; };
struct other { int k; };
void f(struct one *x, struct one *z, struct other *y) {
    if (x == 0 || y == 0 || z == 0) return;
    y->k = 1;
    memcpy(x, y, sizeof(struct one));
    y->k = 2;
    memcpy(z, y, sizeof(struct one));
L:  ;
}
