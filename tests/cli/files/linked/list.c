#include "list.h"
#include <stdlib.h>
int made;
Node *push(Node *list, int value)
{
    Node *node = malloc(sizeof *node);
    node->next = list;
    node->value = value;
    made++;
    return node;
}
void clear(Node *list)
{
    while (!is_empty(list)) {
        Node *next = list->next;
        free(list);
        list = next;
    }
}
