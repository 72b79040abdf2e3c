// True: the new block is fresh. False: the old pointer leads to nothing, unless realloc failed.
void *realloc(void *, unsigned long);
struct P { struct P *n; int d; };
void f(struct P *x) {
    struct P *y;
    if (!x) return;
    y = realloc(x, 2 * sizeof *x);
L:  ;
}
