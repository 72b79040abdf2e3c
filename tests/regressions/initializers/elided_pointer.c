// The same: the block is g.x.q, and it is freed.
void *malloc(unsigned long);
void free(void *);
struct a { int *p, *q; }; struct b { struct a x; int *r; };
int main(void) {
    int v = 1;
    struct b g = { .x = &v, malloc(4) };   /* the block is g.x.q */
    g.r = 0;
    free(g.x.q);
    return 0;
}
