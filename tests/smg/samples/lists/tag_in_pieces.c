// The tag -1 is the same bytes as one number and byte by byte: a node with the one is not ruled out by nodes with the other.
// TRUE: out-of-bounds in line 43
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int tag;
    int index;
    int numbers[30];
};

static struct node *pushed(struct node *list, int index)
{
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->tag = -1;
    node->index = index;
    return node;
}

static struct node *pushed_in_bytes(struct node *list)
{
    struct node *node = pushed(list, 25);
    memset(&node->tag, -1, sizeof node->tag);
    return node;
}

int main(void)
{
    struct node *list = pushed_in_bytes(pushed_in_bytes(pushed_in_bytes(pushed_in_bytes(NULL))));
    while (__VERIFIER_nondet_int())
        list = pushed_in_bytes(list);
    list = pushed(list, 45);
    for (int turn = 20; turn < 21; turn++)
        ;
    list = pushed(list, 20);
    for (int turn = 20; turn < 21; turn++)
        ;
    for (struct node *node = list; node; node = node->next)
        node->numbers[node->index] = 1;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
