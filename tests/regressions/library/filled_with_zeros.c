// True: every cell becomes zero. False for the second field where only the first is filled.
void *memset(void *, int, unsigned long);
struct P { struct P *n; int d; };
void f(struct P *x, struct P *y) {
    if (!x || !y || x == y) return;
    memset(x, 0, sizeof *x);
    y->d = 3;
    memset(y, 0, sizeof y->n);
L:  ;
}
