// What was never written is any number, the same at each read: the keys differ in their lowest bit.
// EXPECTED: verified by the bounded engine
// EXPECTED -DLOST: unknown, perhaps memory-leak in line 29
#include <stdlib.h>

struct node { unsigned key; struct node *next; };

int main(void)
{
    unsigned key;
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    first->key = key | 1;
    second->key = key & ~1u;
    first->next = second;
    struct node *kept = first;
#ifdef LOST
    if (first->key == (key ^ 1))
#else
    if (first->key == second->key)
#endif
        kept = second;
    if (kept == first)
        free(second);
    else
        free(kept);
    if (kept == first)
        free(first);
    return 0;
}
