// A value is returned by a pointer, but not if the list is empty: the old value is used then.
// TRUE: use-after-free in line 17: the node of the turn before
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
static struct node *taken(struct node *list, struct node **first) {
    if (!list) return 0;
    *first = list;
    return list->next;
}
int main(void) {
    struct node *list = malloc(sizeof *list), *first = 0;
    list->next = 0;
    list->value = 1;
    while (__VERIFIER_nondet_int()) {
        list = taken(list, &first);
        first->value = 2;
        free(first);
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
