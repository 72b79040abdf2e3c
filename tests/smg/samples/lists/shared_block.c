// Two nodes may share one block, which is then freed twice.
// TRUE: double-free in line 19
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { int *data; struct n *next; };
struct n *t, *a;
int k;
int main(void) {
  if (__VERIFIER_nondet_int()) {
    a = malloc(sizeof *a); a->data = malloc(4); a->next = 0;
    t = malloc(sizeof *a); t->data = malloc(4); t->next = a; a = t; t = 0;
    if (__VERIFIER_nondet_int()) k = 1; else if (__VERIFIER_nondet_int()) k = 2;
  } else {
    t = malloc(sizeof *t); t->data = malloc(4); t->next = 0;
    a = malloc(sizeof *a); a->data = t->data; a->next = t;
  }
  while (__VERIFIER_nondet_int()) { }
  t = 0;
  while (a) { t = a->next; free(a->data); free(a); a = t; }
  return 0;
}
