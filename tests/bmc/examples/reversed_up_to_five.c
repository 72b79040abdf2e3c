// A list of at most five nodes is built, reversed and freed: five iterations are enough, four are not.
// EXPECTED: verified
// EXPECTED --unwind 5: verified
// EXPECTED --unwind 4: unknown, nothing found up to 4 iterations; the loop at line 15 may run longer
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

int main(void) {
    struct node *list = NULL;
    int count = __VERIFIER_nondet_int();
    if (count > 5) return 0;
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
