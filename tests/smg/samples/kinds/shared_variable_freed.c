// Nodes that own a block, or share a variable: with a flag that tells which. Without a test of the flag the variable is freed.
// TRUE: invalid-free in line 8
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int *p; int own; };
static int s; int main(void) { struct n *l = NULL;
 while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); if (__VERIFIER_nondet_int()) { x->own = 1; x->p = malloc(4); } else { x->own = 0; x->p = &s; } x->next = l; l = x; }
 while (l) { struct n *t = l->next; free(l->p); free(l); l = t; }
 return 0; }
