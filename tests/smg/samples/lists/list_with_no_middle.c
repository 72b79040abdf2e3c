// The node behind the last one is reached by its index.
// TRUE: invalid-dereference in line 18
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *first = NULL;
    int length = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = first;
        first = node;
        length++;
    }
    if (length > 0) {
        struct node *middle = first;
        for (int i = 0; i < length; i++) middle = middle->next;
        middle->value = 0;
    }
    struct node *node = first;
    for (int i = 0; i < length; i++) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    return 0;
}
