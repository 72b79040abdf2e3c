// A list and a copy of it lead to the same blocks, of which each is freed once.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int *data; };
static struct n *push(struct n *list, int *data) {
  struct n *m = malloc(sizeof *m);
  m->next = list;
  m->data = data;
  return m;
}
int main(void) {
  struct n *list = 0, *copy = 0, *t;
  while (__VERIFIER_nondet_int()) list = push(list, malloc(sizeof(int)));
  for (t = list; t; t = t->next) copy = push(copy, t->data);
  while (copy) { t = copy->next; free(copy); copy = t; }
  while (list) { t = list->next; free(list->data); free(list); list = t; }
  return 0;
}
