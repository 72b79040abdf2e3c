// A list is built and freed.
// valid-memsafety: TRUE
// valid-memcleanup: TRUE
// all-of-memory: TRUE
// unreach-call: TRUE
// termination: UNKNOWN
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *first = malloc(sizeof *first);
        first->next = list;
        list = first;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
