// The error is in a condition, on its third visit.
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *push(struct node *next) {
    struct node *node = malloc(sizeof *node);
    node->next = next;
    return node;
}

int main(void) {
    struct node *list = push(push(NULL));
    struct node *at = list;
    int count = 0;
    while (at->next != list) {
        at = at->next;
        count++;
    }
    free(list->next);
    free(list);
    return count;
}
