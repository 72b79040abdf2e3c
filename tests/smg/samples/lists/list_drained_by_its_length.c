// The length says whether there is a first node, also where nodes were taken out in the middle.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
struct list { struct node *first; int length; };
static void drop(struct list *list, int value) {
    for (struct node **at = &list->first; *at; at = &(*at)->next)
        if ((*at)->value == value) {
            struct node *node = *at;
            *at = node->next;
            free(node);
            list->length--;
            return;
        }
}
int main(void) {
    struct list list = { NULL, 0 };
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = list.first;
        list.first = node;
        list.length++;
    }
    drop(&list, 7);
    while (list.length > 0) {
        struct node *node = list.first;
        list.first = node->next;
        free(node);
        list.length--;
    }
    return 0;
}
