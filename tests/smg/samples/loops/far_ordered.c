// The counter passes its bound only by running over: whoever writes this means a list of any length, which is lost.
// TRUE: memory-leak in line 14
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *list = NULL;
  for (int i = 1; 0 < i; ++i) {
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->next = list;
    list = node;
  }
  return 0;
}
