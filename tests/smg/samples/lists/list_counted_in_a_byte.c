// The counter passes 255 and is 0 again: a list of 256 nodes is taken for an empty one.
// TRUE: memory-leak in line 22
// FALSE ALARM: invalid-dereference in line 17: where the counter is not 0, there is a node
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *first = NULL;
    unsigned char length = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = first;
        first = node;
        length++;
    }
    while (length-- > 0) {
        struct node *node = first->next;
        free(first);
        first = node;
    }
    return 0;
}
