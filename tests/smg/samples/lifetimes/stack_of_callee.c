// The block may be one of a function that has returned.
// TRUE: use-after-scope in line 12
extern int __VERIFIER_nondet_int(void);
#include <alloca.h>
int *g, z;
void f(int n) { if (!g) g = alloca(n); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 4 || n > 8) return 0;
  if (__VERIFIER_nondet_int()) g = alloca(n); else { z = 1; z = 2; z = 3; z = 0; }
  f(n);
  *g = 1;
  return 0;
}
