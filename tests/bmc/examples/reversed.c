// A list is built, reversed and freed. Of one that may have any length no number of iterations is enough; of one of at most five
// nodes, five are.
// EXPECTED --unwind 3: unknown, nothing found up to 3 iterations; the loop at line 18 may run longer
// EXPECTED -DAT_MOST_FIVE: verified
// EXPECTED -DAT_MOST_FIVE --unwind 5: verified
// EXPECTED -DAT_MOST_FIVE --unwind 4: unknown, nothing found up to 4 iterations; the loop at line 18 may run longer
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };

int main(void) {
    struct node *list = NULL;
    int count = __VERIFIER_nondet_int();
#ifdef AT_MOST_FIVE
    if (count > 5) return 0;
#endif
    while (count > 0) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = count--;
        fresh->next = list;
        list = fresh;
    }
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    while (reversed) {
        struct node *next = reversed->next;
        free(reversed);
        reversed = next;
    }
    return 0;
}
