// A value is always returned by a pointer, so that the old value does not matter: it is that of a freed node.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
static struct node *taken(struct node *list, struct node **first) {
    if (!list) abort();
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
