// Addresses that are joined bit by bit are not followed, and nothing is claimed about them.
// EXPECTED: unknown, line 12: not followed: arithmetic on an address
#include <stdint.h>
#include <stdlib.h>

struct node { uintptr_t both; };

int main(void) {
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    first->both = (uintptr_t)second;
    second->both = (uintptr_t)first;
    uintptr_t joined = first->both ^ (uintptr_t)first;
    struct node *next = (struct node *)(joined ^ (uintptr_t)first);
    free(next);
    free(first);
    return 0;
}
