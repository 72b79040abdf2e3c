// Correct: two nodes are made and two are freed, and each holds a block of its own.
// SAFE
#include <stdlib.h>

struct node { struct node *next; int *value; };

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *x = malloc(sizeof *x);
        x->value = malloc(sizeof(int));
        x->next = list;
        list = x;
    }
    for (int i = 0; i < 2; i++) {
        struct node *next = list->next;
        free(list->value);
        free(list);
        list = next;
    }
    return 0;
}
