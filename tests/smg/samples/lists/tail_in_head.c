// The first node leads to the last; the list may be empty.
// TRUE: invalid-dereference in line 23
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next, *prev; };
struct n *a;
int k;
static void append(void) {
  struct n *x = malloc(sizeof *x);
  x->next = 0;
  if (a) { x->prev = a->prev; a->prev->next = x; a->prev = x; } else { x->prev = x; a = x; }
}
int main(void) {
  struct n *x;
  if (__VERIFIER_nondet_int()) {
    append();
    while (__VERIFIER_nondet_int()) append();
    if (__VERIFIER_nondet_int()) k = 1; else if (__VERIFIER_nondet_int()) k = 2;
  } else {
    k = 3; k = 4; k = 5; k = 6; k = 7; k = 8; k = 0;
  }
  while (__VERIFIER_nondet_int()) { }
  if (a == 0) *(int *)0 = 1;
  while (a) { x = a->next; free(a); a = x; }
  return 0;
}
