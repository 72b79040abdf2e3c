// A node has a record of its own, or none.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct record { int a; };
struct node { struct node *next; struct record *record; };
int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node) abort();
        node->record = NULL;
        if (__VERIFIER_nondet_int()) {
            node->record = malloc(sizeof *node->record);
            if (!node->record) abort();
            node->record->a = 5;
        }
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        if (list->record && list->record->a != 5)
            free(list);
        free(list->record);
        free(list);
        list = next;
    }
    return 0;
}
