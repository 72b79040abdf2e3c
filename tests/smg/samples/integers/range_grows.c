// Each turn the range of the number is a little longer and holds the one before: it has to be widened all the same.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static unsigned long some(void) {
  int n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) abort();
  return n;
}
int main(void) {
  char *block = malloc(16); if (!block) return 1;
  unsigned long at = some();
  while (__VERIFIER_nondet_int()) at += some();
  if (at < 16) block[at] = 0;
  free(block);
  return 0;
}
