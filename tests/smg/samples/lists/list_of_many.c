// The list is long: what its first nodes lead to is there.
// TRUE: memory-leak in line 18
#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *list = NULL;
    int i;
    for (i = 0; i < 100000; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
    }
    list->next->next->next->next->next->next->next->next->next->next->next = NULL;
    exit(0);
}
