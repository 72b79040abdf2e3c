#include <stdlib.h>

struct node {
    int number;
    double weight;
    struct node *next, *back;
};

// The error needs three nodes with a number above 100 and a weight above 1.5. It needs no back pointers, and no order.
int third(struct node *list, int level)
{
    int count = level;
    while (list != NULL) {
        if (list->number > 100 && list->weight > 1.5)
            count++;
        list = list->next;
    }
    if (level == 0 && count == 3) {
        struct node *last = NULL;
        return last->number;
    }
    return count;
}
