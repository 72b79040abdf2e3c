// Nodes go from one list to another and come back at once. The other header is used once more, and leads to a freed node.
// TRUE: use-after-free in line 39
// FALSE ALARM: use-after-free in line 35: the old header leads to a node between the two lists
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
static void take_out(struct head *old) {
  old->next->prev = old->prev;
  old->prev->next = old->next;
}
int main(void) {
  struct head list = { &list, &list }, other = { &other, &other }, *at, *next;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    add(&n->link, &list);
  }
  for (at = list.next, next = at->next; at != &list; at = next, next = at->next)
    if (__VERIFIER_nondet_int()) {
      take_out(at);
      add(at, &other);
    }
  if (other.next != &other) {
    other.next->prev = &list;
    other.prev->next = list.next;
    list.next->prev = other.prev;
    list.next = other.next;
  }
  for (at = list.next, next = at->next; at != &list; at = next, next = at->next) {
    take_out(at);
    free((char *)at - __builtin_offsetof(struct node, link));
  }
  other.next->next = 0;
  return 0;
}
