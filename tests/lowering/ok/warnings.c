// What GCC accepts with a warning is accepted with a warning.
struct a { int x; } *pa;
struct b { int x; } *pb;
int *choose(int c, int *p, int i) { return c ? p : i; }
int early(void) { later(1); return soon(2, 3); }
int soon(int a, int b) { return a + b; }
void later(int a) { pa = pb; }
enum forward *unknown;
struct a once(void) { struct a r = { 1 }; return r; }
int member(void) { return once().x + (1 ? once() : once()).x; }
char *integer(void) { return 5; }
int contract(int n)
//@ requires n > 0;
//@ ensures \result == n;
{ return n; }
