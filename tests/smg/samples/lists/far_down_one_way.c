// A list of 18 nodes, each of one of two kinds: there are 2^18 of them, and each of them leads to the error.
// TRUE: invalid-free in line 26
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 18; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->data = __VERIFIER_nondet_int() ? 1 : 2;
        node->next = list;
        list = node;
    }
    int count = 0;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
        count++;
    }
    if (count == 18)
        free(list - 1);
    return 0;
}
