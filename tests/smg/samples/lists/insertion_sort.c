// Nodes of one list go one by one to any place of another, which is freed at the end. Where lists of different lengths meet,
// one of them has a segment that is empty in the other, with both of its links.
// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *list = NULL, *sorted = NULL, *node;
    while (__VERIFIER_nondet_int()) {
        node = malloc(sizeof *node);
        if (!node) abort();
        node->next = list;
        node->prev = NULL;
        if (list) list->prev = node;
        list = node;
    }
    while (list) {
        struct node *after = sorted, *before = NULL;
        node = list;
        list = list->next;
        while (after && __VERIFIER_nondet_int()) {
            before = after;
            after = after->next;
        }
        node->next = after;
        node->prev = before;
        if (after) after->prev = node;
        if (before) before->next = node;
        else sorted = node;
    }
    while (sorted) {
        node = sorted;
        sorted = sorted->next;
        free(node);
    }
    return 0;
}
