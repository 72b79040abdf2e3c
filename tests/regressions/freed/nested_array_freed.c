// False: the pointer leads into a record within an array within the freed block.
void free(void *);
struct in { int d; };
struct mid { int k; struct in i; };
struct out { int a; struct mid m[2]; };
void f(struct out *x, struct in *q, int i) {
    if (x == 0) return;
    if (i) q = &x->m->i;
K:  free(x);
L:  ;
}
