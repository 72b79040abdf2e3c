#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct list_head { struct list_head *next, *prev; };
struct item { int value; struct list_head links; };

static void list_add(struct list_head *new, struct list_head *head) {
  new->next = head->next;
  new->prev = head;
  head->next->prev = new;
  head->next = new;
}

int main(void) {
  struct list_head head = { &head, &head }, *at, *next;
  int sum = 0;
  for (int i = 1; i <= 3; i++) {
    struct item *item = malloc(sizeof *item);
    if (!item) abort();
    *item = (struct item){ .value = i };
    list_add(&item->links, &head);
  }
  for (at = head.next; at != &head && (next = at->next, true); at = next) {
    struct item *item = container_of(at, struct item, links);
    assert(item->value > 0 && "values are positive");
    sum += item->value;
    free(item);
  }
  assert(sum == 6);
  if (UINT8_MAX != 255 || INT_MIN >= 0 || (uint64_t)-1 != UINT64_MAX) return 1;
  exit(sum == 6 ? EXIT_SUCCESS : 2);
}
