// A circular list whose links lie in the middle of its nodes, as in the Linux kernel.
// SAFE
#include <stdlib.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};

struct item {
    int data;
    struct link link;
};

static void add(struct link *head)
{
    struct item *item = malloc(sizeof *item);
    item->data = 1;
    item->link.next = head;
    item->link.prev = head->prev;
    head->prev->next = &item->link;
    head->prev = &item->link;
}

int main(void)
{
    struct link head = { &head, &head };
    while (__VERIFIER_nondet_int())
        add(&head);
    struct link *at = head.next;
    while (at != &head) {
        struct item *item = (struct item *)((char *)at - offsetof(struct item, link));
        at = at->next;
        if (item->data != 1)
            *(int *)0 = 1;
        free(item);
    }
    return 0;
}
