// kernel_list.c with a mistake: elements are freed that are still in the ring.
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

typedef struct Item {
    int data;
    struct list_head link;
} Item;

extern int nondet(void);
extern void __VERIFIER_assert(int);

static void list_insert(struct list_head *entry, struct list_head *prev, struct list_head *next)
{
    next->prev = entry;
    entry->next = next;
    entry->prev = prev;
    prev->next = entry;
}

static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}

void kernel_list(void)
{
    struct list_head head = { &head, &head }, *pos;
    while (nondet()) {
        Item *t = malloc(sizeof(Item));
        t->data = 1;
        if (nondet())
            list_insert(&t->link, &head, head.next);
        else
            list_insert(&t->link, head.prev, &head);
    }
    for (pos = head.next; pos != &head; pos = pos->next) {
        container_of(pos, Item, link)->data++;
        __VERIFIER_assert(pos->next->prev == pos);
    }
    while (head.next != &head) {
        Item *e = container_of(head.next, Item, link);
        free(e);
    }
done:
    return;
}
