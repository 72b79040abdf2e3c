// Correct: the counter is the number of nodes. Each node holds a block; where there is no node there is none.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node { struct node *next; int *value; };

int main(void)
{
    struct node *list = NULL;
    int count = 0;
    while (count < 1000 && __VERIFIER_nondet_int()) {
        struct node *x = malloc(sizeof *x);
        x->value = malloc(sizeof(int));
        x->next = list;
        list = x;
        count++;
    }
    while (count--) {
        struct node *next = list->next;
        free(list->value);
        free(list);
        list = next;
    }
    return 0;
}
