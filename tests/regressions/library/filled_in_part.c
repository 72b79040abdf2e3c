// False: one byte of x->d becomes zero.
void *memset(void *, int, unsigned long);
struct P { struct P *n; long d; };
void f(struct P *x) {
    if (x == 0) return;
    x->d = 256; 
    memset(x, 0, 9);
L:  ;
}
