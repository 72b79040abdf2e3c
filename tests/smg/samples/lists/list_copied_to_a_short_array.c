// There is one element less than nodes.
// TRUE: out-of-bounds in line 19
// TRUE: invalid-dereference in line 19
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *first = NULL, *node;
    size_t length = 0;
    while (__VERIFIER_nondet_int()) {
        node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = first;
        first = node;
        length++;
    }
    int *values = malloc((length ? length - 1 : 0) * sizeof *values);
    size_t used = 0;
    for (node = first; node; node = node->next) values[used++] = node->value;
    free(values);
    while (first) {
        node = first->next;
        free(first);
        first = node;
    }
    return 0;
}
