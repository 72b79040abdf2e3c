// The list has as many nodes as the input says; with fewer than five the walk ends at NULL.
// TRUE: invalid-dereference in line 20
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node { struct node *next; };

int main(void)
{
    int count = __VERIFIER_nondet_int();
    struct node *list = NULL;
    for (int i = 0; i < count; i++) {
        struct node *x = malloc(sizeof *x);
        x->next = list;
        list = x;
    }
    if (count > 2) {
        struct node *walk = list;
        for (int i = 0; i < 5; i++)
            walk = walk->next;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
