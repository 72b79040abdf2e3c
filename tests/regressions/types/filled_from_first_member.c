void *memset(void *, int, unsigned long);
struct S { int a; struct S *n; };
void f(struct S *x) { if (!x) return; x->n = x; memset(&x->a, 0, sizeof *x); L: ; }
