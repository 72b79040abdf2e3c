#include <stdlib.h>

struct node {
    struct node *next;
    int number;
};

/* A hundred nodes, of which every one is freed, and the first one is used afterwards. */
int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 100; ++i) {
        struct node *node = malloc(sizeof *node);
        node->number = i;
        node->next = list;
        list = node;
    }
    struct node *last = list;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return last->number;
}
