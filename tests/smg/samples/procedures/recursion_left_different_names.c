// A recursive walk over lists of several lengths. Its calls leave different numbers of names behind and share a summary: each
// gets only the ends that fit what it has left. (One name once had no memory afterwards.)
// TRUE: memory-leak in line 28
// TRUE: uninitialized in line 31
// TRUE: memory-leak in line 31
// FALSE ALARM: memory-leak in line 21: a link that was never written is read before
// FALSE ALARM: uninitialized in line 33: a link that was never written is read before
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int *data; };

static struct node *list;

static void destroy(struct node *node)
{
    if (!node)
        return;
    destroy(node->next);
    free(node);
}

int main(void)
{
    struct node *first = 0;
    while (__VERIFIER_nondet_int()) {
        first = malloc(sizeof *first);
        first->data = malloc(sizeof *first->data);
    }
    for (struct node *walk = first; walk; walk = walk->next) {
        struct node *node = malloc(sizeof *node);
        node->data = walk->data;
        node->next = list;
        list = node;
    }
    destroy(list);
    return 0;
}
