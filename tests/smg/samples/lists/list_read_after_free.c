// A list of any length is built at its head and freed, but the next node is read from the freed one.
// TRUE: memory-leak in line 23
// TRUE: use-after-free in line 24
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->data = 0;
        list = node;
    }
    while (list) {
        free(list);
        list = list->next;
    }
    return 0;
}
