// Bits that a mask has cleared are zero, until something is added.
// TRUE: assertion in line 16
// FALSE ALARM: assertion in line 14: the lowest byte keeps its zero bits
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 7 || i > 531) return 1;
  i &= ~(int)(sizeof(double) - 1);
  assert(!(i & 7));
  int twice = 2 * (i + 16);
  assert(!(twice & 15));
  signed char small = (signed char)i;
  assert(!(small & 7));
  i += 4;
  assert(!(i & 7));
  return 0;
}
