// Values of a list grow up to a bound that the program names, and begin again below it.
// SAFE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 40 || value > 70)
            continue;
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->value = value;
        node->next = list;
        list = node;
    }
    while (__VERIFIER_nondet_int())
        for (struct node *node = list; node; node = node->next) {
            assert(node->value >= 40 && node->value <= 70);
            if (node->value < 70)
                node->value++;
            else
                node->value -= 30;
        }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
