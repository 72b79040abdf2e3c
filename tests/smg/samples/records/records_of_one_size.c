// A node leads to a node of the same size below it; the two are no neighbours in a list.
// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct low {
    struct low *next;
    void *block;
};

struct high {
    struct high *next;
    struct low *down;
};

int main(void) {
    struct high *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct high *high = calloc(1, sizeof *high);
        if (!high) abort();
        do {
            struct low *low = calloc(1, sizeof *low);
            if (!low) abort();
            low->next = high->down;
            high->down = low;
        } while (__VERIFIER_nondet_int());
        high->next = list;
        list = high;
    }
    while (list) {
        struct high *high = list;
        list = list->next;
        while (high->down) {
            struct low *low = high->down;
            high->down = low->next;
            free(low);
        }
        free(high);
    }
    return 0;
}
