// A node that leads back to itself, or to the one before.
// TRUE: invalid-dereference in line 22
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next, *prev; };
struct n *a;
int k;
int main(void) {
  struct n *x, *y;
  if (__VERIFIER_nondet_int()) {
    x = malloc(sizeof *x); y = malloc(sizeof *y);
    x->next = y; x->prev = 0; y->next = 0; y->prev = y; a = x;
    if (__VERIFIER_nondet_int()) k = 1; else if (__VERIFIER_nondet_int()) k = 2;
  } else {
    x = malloc(sizeof *x); y = malloc(sizeof *y);
    x->next = y; x->prev = 0; y->next = 0; y->prev = x; a = x;
    k = 0;
  }
  x = y = 0;
  while (__VERIFIER_nondet_int()) { }
  x = a->next;
  if (x->prev == a && x->next == 0) *(int *)0 = 1;
  x = 0;
  while (a) { x = a->next; free(a); a = x; }
  return 0;
}
