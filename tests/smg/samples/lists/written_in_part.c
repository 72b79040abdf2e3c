// A number is written in some nodes and not in others; a tag in each node says which.
// TRUE: uninitialized in line 29
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int has_number, number;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        node->has_number = 0;
        if (__VERIFIER_nondet_int()) {
            node->has_number = 1;
            node->number = 7;
        }
        list = node;
    }
    int sum = 0;
    while (list) {
        struct node *next = list->next;
        if (__VERIFIER_nondet_int() && list->number > 5)
            sum = 1;
        free(list);
        list = next;
    }
    return sum;
}
