// Where two ways meet, a block that was freed is none that was not, also where a pointer leads somewhere into it.
// TRUE: use-after-free in line 14
// TRUE: memory-leak in line 16
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 100) return 0;
  char *a = malloc(100), *b = malloc(100);
  if (!a || !b) abort();
  char *c = a + i, *d = b + i;
  if (__VERIFIER_nondet_int()) free(a); else free(b);
  while (__VERIFIER_nondet_int()) {}
  if (__VERIFIER_nondet_int()) *c = 1; else *d = 1;
  return 0;
}
