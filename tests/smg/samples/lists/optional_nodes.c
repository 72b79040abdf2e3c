// Each node of a list has one node below it, or none: freeing that one loses nothing.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *next;
};
struct node {
  struct node *next;
  struct item *item;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    if (!node) break;
    node->item = NULL;
    if (__VERIFIER_nondet_int()) {
      node->item = malloc(sizeof *node->item);
      if (node->item) node->item->next = NULL;
    }
    node->next = list;
    list = node;
  }
  while (list) {
    struct node *next = list->next;
    if (list->item) free(list->item);
    free(list);
    list = next;
  }
  return 0;
}
