// As many are taken out as were put in, and one: where the loops end is not to be guessed.
// SAFE
#include <stdlib.h>
struct node { struct node *next; };
int main(void)
{
    struct node *list = NULL, *next;
    int i;
    for (i = 0; i < 100000; ++i) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        list = node;
    }
    for (i = 0; i < 99999; ++i) {
        next = list->next;
        free(list);
        list = next;
    }
    free(list);
    return 0;
}
