// Of a number that was rounded down it is not known which values occur; one of few that are tried breaks the assertion.
// TRUE: assertion in line 7
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
static unsigned mask = 15;
static void reserve(unsigned bytes) { __VERIFIER_assert((bytes & mask) == 0); }
int main(void) {
  size_t bytes = __VERIFIER_nondet_int();
  if (bytes < 256 || 4096 < bytes)
    abort();
  bytes &= ~7;
  reserve(bytes);
  return 0;
}
