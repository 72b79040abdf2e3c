/* The address of a member of NULL, used later. */
#include <stdlib.h>

struct node {
    int number;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    struct node **place = &list->next;
    return *place != NULL;
}
