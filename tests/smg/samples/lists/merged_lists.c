// Two lists become one. Of what is left the one or the other may be empty, not both.
// SAFE
#include <stdlib.h>

struct node { struct node *next; };

int __VERIFIER_nondet_int(void);

static struct node *some(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
    }
    return list;
}

int main(void)
{
    struct node *left = some(), *right = some(), *all = NULL, **end = &all;
    while (left || right) {
        struct node **from = !right || (left && __VERIFIER_nondet_int()) ? &left : &right;
        struct node *node = *from;
        *from = node->next;
        node->next = NULL;
        *end = node;
        end = &node->next;
    }
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
