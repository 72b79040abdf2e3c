// An element beyond an inner array is an error, although it lies in its block: certain, where the index surely exceeds.
// TRUE: out-of-bounds in line 26
// TRUE: out-of-bounds in line 27
// TRUE: out-of-bounds in line 28
// TRUE: out-of-bounds in line 29
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a[2];
  int b;
  int last[1];
};
struct pair all[3];
int table[4][8];
int main(void) {
  int i = 0, sum = 0;
  /* Right: all elements; the address behind the last one; the end of a record; a variable that is used as a whole. */
  for (i = 0; i < 2; i++) sum += all[1].a[i];
  int *end = &all[0].a[2];
  all[1].last[1] = (int)(end - all[0].a);
  for (i = 0; i < 32; i++) table[i / 8][i % 8] = i;
  i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 8) sum += table[1][i];
  /* Wrong. */
  switch (__VERIFIER_nondet_int()) {
    case 1: all[1].a[2] = 1; break;
    case 2: sum += all[1].a[-1]; break;
    case 3: if (i > 8 && i < 12) sum += table[1][i]; break;
    case 4: if (i >= 0 && i < 24) sum += table[1][i]; break;
    case 5: all[0] = (&all[1])->b ? all[2] : all[1]; break;
  }
  return sum > 0;
}
