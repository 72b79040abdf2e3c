// Numbers that may never have been written, used as an index, as a size and as an address.
// TRUE: uninitialized in line 33
// TRUE: uninitialized in line 36
// TRUE: uninitialized in line 39
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int index;
    int *place;
    struct node *next;
};

int main(void) {
    int numbers[2] = {0, 0};
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        if (__VERIFIER_nondet_int()) {
            node->index = 1;
            node->place = NULL;
        }
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        switch (__VERIFIER_nondet_int()) {
        case 1:
            numbers[list->index] = 1;
            break;
        case 2:
            free(malloc(list->index));
            break;
        case 3:
            free(list->place);
            break;
        }
        free(list);
        list = next;
    }
    return numbers[0];
}
