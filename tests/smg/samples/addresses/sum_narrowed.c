// That an address and a number are together at most the end of the block says something of both.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static unsigned long some(int least, int most) {
  int n = __VERIFIER_nondet_int(); if (n < least || n > most) abort();
  return n;
}
int main(void) {
  char *block = malloc(100); if (!block) return 1;
  unsigned long at = (unsigned long)block + some(0, 99), end = (unsigned long)block + 100;
  unsigned long size = some(60, 200);
  if (at + size <= end) {
    *((char *)at + 59) = 0;
    *(block + size - 1) = 0;
  }
  free(block);
  return 0;
}
