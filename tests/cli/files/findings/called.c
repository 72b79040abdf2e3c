/* The error is in a function that others call. */
#include <stdlib.h>

struct node { struct node *next; int number; };

static int second(struct node *list)
{
    return list->next->number;
}

static int sum(struct node *list) { return list->number + second(list); }

int main(void)
{
    struct node *list = malloc(sizeof *list);
    list->next = NULL;
    list->number = 1;
    int found = sum(list);
    free(list);
    return found;
}
