// As many are taken out as were put in: where the loops end is not to be guessed.
// SAFE
#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *list = NULL, *next;
    int i;
    for (i = 0; i != 50; ++i) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
    }
    for (i = 50; i; --i) {
        next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
