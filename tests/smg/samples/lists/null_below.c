// The list may be empty: then NULL is not below it.
// TRUE: invalid-dereference in line 15
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; };
struct n *l;
int k;
int main(void) {
  if (__VERIFIER_nondet_int()) {
    l = malloc(sizeof *l); l->next = 0;
    struct n *t = malloc(sizeof *t); t->next = l; l = t; t = 0;
    if (__VERIFIER_nondet_int()) k = 1; else if (__VERIFIER_nondet_int()) k = 2;
  } else { k = 3; k = 4; k = 5; k = 6; k = 7; k = 8; k = 9; k = 0; }
  while (__VERIFIER_nondet_int()) { }
  if (!((void *)0 < (void *)l)) *(int *)0 = 1;
  while (l) { struct n *t = l->next; free(l); l = t; }
  return 0;
}
