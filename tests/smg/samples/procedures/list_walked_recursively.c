// A function that calls itself for the rest of a list, whatever the length: the calls of it are one after some time.
// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int value; };

static void clear(struct node *list)
{
    if (list) {
        list->value = 0;
        clear(list->next);
    }
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        node->value = 1;
        list = node;
    }
    clear(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
