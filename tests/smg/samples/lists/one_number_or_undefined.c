// A number that is -1 in some nodes and was never written in others: that there is one number only does not make it known.
// TRUE: uninitialized in line 26
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int number;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        if (__VERIFIER_nondet_int())
            node->number = -1;
        list = node;
    }
    int found = 0;
    while (list) {
        struct node *next = list->next;
        if (list->number > 0)
            found = 1;
        free(list);
        list = next;
    }
    return found;
}
