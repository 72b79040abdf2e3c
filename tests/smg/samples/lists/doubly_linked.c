// A doubly linked list is built at its tail; every back link is right; it is freed from its tail.
// SAFE
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void)
{
    struct node *tail = malloc(sizeof *tail);
    tail->next = tail->prev = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = NULL;
        node->prev = tail;
        tail->next = node;
        tail = node;
    }
    while (tail) {
        struct node *prev = tail->prev;
        if (prev && prev->next != tail)
            *(int *)0 = 1;
        free(tail);
        tail = prev;
    }
    return 0;
}
