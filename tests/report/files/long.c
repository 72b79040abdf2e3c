#include <stdlib.h>

struct node {
    struct node *next;
    int is_odd;
};

/* Ten thousand steps that no loop of the report folds: the parities of the numbers of bits repeat nothing three times. */
int main(void)
{
    struct node *list = NULL;
    int freed = 0;
    for (unsigned i = 0; i < 1100; ++i) {
        unsigned bits = i ^ (i >> 8);
        bits ^= bits >> 4;
        bits ^= bits >> 2;
        bits ^= bits >> 1;
        if (bits & 1) {
            struct node *node = malloc(sizeof *node);
            node->next = list;
            node->is_odd = 1;
            list = node;
        } else if (list) {
            struct node *next = list->next;
            free(list);
            list = next;
            ++freed;
        }
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return freed + list->is_odd;
}
