// Correct: every list below a node has a node at least, but there may be no node that it hangs below.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct inner { struct inner *next; };
struct outer { struct outer *next; struct inner *inner; };

static void give_back(struct outer *list, int count)
{
    while (count > 0) {
        struct outer *next = list->next;
        struct inner *inner = list->inner;
        while (inner) {
            struct inner *rest = inner->next;
            free(inner);
            inner = rest;
        }
        free(list);
        list = next;
        count--;
    }
}

int main(void)
{
    struct outer *list = NULL;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct outer *x = malloc(sizeof *x);
        x->inner = NULL;
        do {
            struct inner *y = malloc(sizeof *y);
            y->next = x->inner;
            x->inner = y;
        } while (__VERIFIER_nondet_int());
        x->next = list;
        list = x;
        count++;
    }
    give_back(list, count);
    return 0;
}
