#include <stdlib.h>

struct node {
    struct node *next;
};

static void release(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

/* The list is released twice: the error is in a function that is called. */
int main(void)
{
    struct node *list = malloc(sizeof *list);
    list->next = NULL;
    release(list);
    release(list);
    return 0;
}
