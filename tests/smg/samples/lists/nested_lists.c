// A list of lists, of any lengths, is built and freed.
// SAFE
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct outer *next;
    struct inner *list;
};

int main(void)
{
    struct outer *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof *outer);
        outer->list = NULL;
        while (__VERIFIER_nondet_int()) {
            struct inner *inner = malloc(sizeof *inner);
            inner->next = outer->list;
            outer->list = inner;
        }
        outer->next = all;
        all = outer;
    }
    while (all) {
        struct outer *outer = all->next;
        while (all->list) {
            struct inner *inner = all->list->next;
            free(all->list);
            all->list = inner;
        }
        free(all);
        all = outer;
    }
    return 0;
}
