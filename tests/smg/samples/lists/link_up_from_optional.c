// What hangs below a node that may be missing leads back to its own node.
// TRUE: invalid-dereference in line 17
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct sub { struct sub *next; struct node *up; };
struct node { struct node *next, *prev; struct sub *s; };
struct node *l;
int main(void) {
  struct node *n; struct sub *t = 0;
  n = malloc(sizeof *n); n->s = 0; n->next = 0; n->prev = 0; l = n;
  n = malloc(sizeof *n); n->next = l; n->prev = 0; l->prev = n; l = n;
  n->s = malloc(sizeof *n->s); n->s->next = 0; n->s->up = n;
  n = malloc(sizeof *n); n->s = 0; n->next = l; n->prev = 0; l->prev = n; l = n;
  n = 0;
  while (__VERIFIER_nondet_int()) { }
  n = l->next;
  if (n->s && n->s->up == n) *(int *)0 = 1;
  n = 0;
  while (l) { n = l->next; while (l->s) { t = l->s->next; free(l->s); l->s = t; t = 0; } free(l); l = n; }
  return 0;
}
