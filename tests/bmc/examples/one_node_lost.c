// The last node of a list is not freed.
// EXPECTED: violated memory-leak in line 21
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; };

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = list;
        list = fresh;
    }
    while (list && list->next) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
