// A list with a header is freed by a cursor that knows the next node: no node is between the two.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct head { struct head *next, *prev; };
struct node { int key; struct head link; };
static void add(struct head *new, struct head *list) {
  list->next->prev = new;
  new->next = list->next;
  new->prev = list;
  list->next = new;
}
int main(void) {
  struct head list = { &list, &list }, *at, *next;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    add(&n->link, &list);
  }
  struct node *last = malloc(sizeof *last);
  add(&last->link, &list);
  for (at = list.next, next = at->next; at != &list; at = next, next = at->next) {
    at->next->prev = at->prev;
    at->prev->next = at->next;
    free((char *)at - __builtin_offsetof(struct node, link));
  }
  return 0;
}
