// The index counts down to the node: it stays below the number of nodes that follow.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
struct list { struct node *head; size_t size; };
static int at(struct list *list, size_t index) {
    struct node *node = list->head;
    while (index > 0) {
        node = node->next;
        index--;
    }
    return node->value;
}
int main(void) {
    struct list list = { NULL, 0 };
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list.head;
        node->value = 1;
        list.head = node;
        list.size++;
    }
    size_t index = (unsigned)__VERIFIER_nondet_int();
    if (index < list.size) at(&list, index);
    while (list.size > 0) {
        struct node *next = list.head->next;
        free(list.head);
        list.head = next;
        list.size--;
    }
    return 0;
}
