// An address is read from a place that is not known.
// SAFE
// FALSE ALARM: memory-leak in line 14: every element holds the same address
// FALSE ALARM: invalid-free in line 15: every element holds the same address
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int *a[17];
int main(void) {
  int i = __VERIFIER_nondet_int(); if (i < 0 || i > 16) return 0;
  a[0] = malloc(4);
  a[1] = a[0];  a[2] = a[0];  a[3] = a[0];  a[4] = a[0];  a[5] = a[0];  a[6] = a[0];  a[7] = a[0];  a[8] = a[0];  a[9] = a[0];  a[10] = a[0];  a[11] = a[0];  a[12] = a[0];  a[13] = a[0];  a[14] = a[0];  a[15] = a[0];  a[16] = a[0];
  int *q = a[i];
  memset(a, 0, sizeof a);
  free(q);
  return 0;
}
