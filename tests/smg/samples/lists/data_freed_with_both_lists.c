// A list and a copy of it lead to the same blocks, which are freed with both.
// TRUE: double-free in line 18
// FALSE ALARM: invalid-free in line 17: the pointers of the copy are forgotten
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
  while (copy) { t = copy->next; free(copy->data); free(copy); copy = t; }
  while (list) { t = list->next; free(list->data); free(list); list = t; }
  return 0;
}
