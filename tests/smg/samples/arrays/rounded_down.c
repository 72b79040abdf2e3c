// A mask that clears the lowest bits rounds down.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(); if (n < 17 || n > 40) return 0;
  char *block = malloc(((unsigned long)n + 15) & ~15ul); if (!block) return 1;
  block[31] = 0;
  free(block);
  return 0;
}
