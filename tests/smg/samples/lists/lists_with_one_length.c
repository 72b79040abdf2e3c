// The number counts the nodes of both lists: it is not 0 unless both are empty.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *left = NULL, *right = NULL;
    unsigned length = 0;
    while (__VERIFIER_nondet_int()) {
        struct node **list = __VERIFIER_nondet_int() ? &left : &right;
        struct node *node = malloc(sizeof *node);
        node->next = *list;
        *list = node;
        length++;
    }
    while (length > 0) {
        struct node **list = left ? &left : &right;
        struct node *next = (*list)->next;
        free(*list);
        *list = next;
        length--;
    }
    return 0;
}
