// A list of at most three nodes is freed by a function that calls itself.
// EXPECTED: verified
// EXPECTED --unwind 3: verified
// EXPECTED --unwind 2: unknown, nothing found up to 2 iterations; the loop at line 18 may run longer
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { struct node *next; };

static void destroy(struct node *list) {
    if (!list) return;
    destroy(list->next);
    free(list);
}

int main(void) {
    struct node *list = NULL;
    for (unsigned char count = __VERIFIER_nondet_uchar() & 3; count > 0; count--) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = list;
        list = fresh;
    }
    destroy(list);
    return 0;
}
