void *memset(void *, int, unsigned long);
struct S { int a; unsigned b; };
void f(struct S *s, unsigned long n) { if (!s || n > 8) return; s->b = 9; memset(&s->a, 0, n); L: ; }
