// Loops that are left when a counter has come back to zero: a run that has the error takes very long.
// TRUE: memory-leak in line 22
#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *list = NULL, *next;
    unsigned i;
    for (i = 1; i; ++i) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
    }
    for (; list && list->next; list = next) {
        next = list->next;
        free(list);
    }
    list = NULL;
    return 0;
}
