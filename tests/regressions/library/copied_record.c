// True: cell by cell.
void *memcpy(void *, const void *, unsigned long);
struct P { struct P *n; int d; };
void f(struct P *x, struct P *y) {
    if (!x || !y || x == y) return;
    memcpy(x, y, sizeof *x);
L:  ;
}
