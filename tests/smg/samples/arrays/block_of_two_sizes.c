// Only the larger of two blocks holds the address of another.
// TRUE: memory-leak in line 15
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void **p; int k;
static void *get(unsigned long n) { return malloc(n); }
int main(void) {
  if (__VERIFIER_nondet_int()) {
    p = get(8); p[0] = 0;
    if (__VERIFIER_nondet_int()) k = 1; else if (__VERIFIER_nondet_int()) k = 2;
  } else {
    p = get(16); p[0] = 0; p[1] = malloc(4); k = 3; k = 4; k = 5; k = 6; k = 7; k = 8; k = 9; k = 0;
  }
  while (__VERIFIER_nondet_int()) { }
  free(p);
  return 0;
}
