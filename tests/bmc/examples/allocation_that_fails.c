// An allocation that fails leaves no block: nothing is lost, and `realloc` keeps the old one.
// EXPECTED --allocation-may-fail: verified
// EXPECTED --allocation-may-fail --leaks-at-exit: verified
// EXPECTED -DUNTESTED --allocation-may-fail: violated invalid-dereference in line 15, memory-leak in line 17
// EXPECTED -DKEPT --allocation-may-fail: violated memory-leak in line 21
// EXPECTED -DKEPT: verified
#include <stdlib.h>

struct node { struct node *next; int value; };

int main(void) {
    struct node *first = malloc(sizeof *first);
#ifdef UNTESTED
    struct node *second = calloc(1, sizeof *second);
    second->next = NULL;
#endif
    if (!first) return 0;
    first->next = malloc(8);
    struct node *larger = realloc(first, 2 * sizeof *first);
#ifdef KEPT
    first = larger;
#else
    if (larger) first = larger;
#endif
    if (first) {
        free(first->next);
        free(first);
    }
    return 0;
}
