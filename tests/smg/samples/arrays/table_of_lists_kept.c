// A table of lists, of which the first one is lost.
// TRUE: memory-leak in line 35
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

struct node *table[32];

static int holds(unsigned at, int key)
{
    for (struct node *node = table[at]; node; node = node->next)
        if (node->key == key)
            return 1;
    return 0;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        unsigned at = (unsigned)key % 32;
        if (holds(at, key))
            continue;
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 1;
        node->key = key;
        node->next = table[at];
        table[at] = node;
    }
    table[0] = 0;
    for (int i = 1; i < 32; i++) {
        while (table[i]) {
            struct node *next = table[i]->next;
            free(table[i]);
            table[i] = next;
        }
    }
    return 0;
}
