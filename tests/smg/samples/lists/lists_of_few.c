// A ring of nodes, each with a ring of its own that holds one node or none: the links of an empty ring lead to the node that
// they are in. The single nodes become lists that may be empty.
// SAFE
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct head {
    struct head *next, *prev;
};

struct outer {
    struct head inner, link;
};

struct inner {
    int number;
    struct head link;
};

static void append(struct head *node, struct head *list) {
    node->next = list;
    node->prev = list->prev;
    list->prev->next = node;
    list->prev = node;
}

int main(void) {
    struct head all = { &all, &all };
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof *outer);
        if (!outer) abort();
        outer->inner.next = outer->inner.prev = &outer->inner;
        if (__VERIFIER_nondet_int()) {
            struct inner *inner = malloc(sizeof *inner);
            if (!inner) abort();
            inner->number = 0;
            append(&inner->link, &outer->inner);
        }
        append(&outer->link, &all);
    }
    struct head *at = all.next;
    while (at != &all) {
        struct outer *outer = (struct outer *)((char *)at - offsetof(struct outer, link));
        at = at->next;
        struct head *below = outer->inner.next;
        while (below != &outer->inner) {
            struct inner *inner = (struct inner *)((char *)below - offsetof(struct inner, link));
            below = below->next;
            free(inner);
        }
        free(outer);
    }
    return 0;
}
