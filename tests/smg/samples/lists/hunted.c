// Of a list of four or more nodes all but three are lost. The verifier has made a segment of them and does not know whether
// some run has as many; bug finding has seen one.
// TRUE: memory-leak in line 21
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node) abort();
        node->next = list;
        list = node;
    }
    if (list && list->next && list->next->next) {
        list->next->next->next = NULL;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
