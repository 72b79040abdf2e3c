// Circular lists as in the Linux kernel, each of whose items heads another one.
// SAFE
#include <stdlib.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};

struct part {
    struct link siblings;
    int number;
};

struct item {
    int number;
    struct link parts;
    struct link siblings;
};

#define CONTAINER(link, type, member) ((type *)((char *)(link) - offsetof(type, member)))

static void empty(struct link *head)
{
    head->next = head->prev = head;
}

static void append(struct link *link, struct link *head)
{
    link->next = head;
    link->prev = head->prev;
    head->prev->next = link;
    head->prev = link;
}

static void take(struct link *link)
{
    link->prev->next = link->next;
    link->next->prev = link->prev;
}

static void add_part(struct item *item)
{
    struct part *part = malloc(sizeof *part);
    if (!part)
        abort();
    part->number = item->number;
    append(&part->siblings, &item->parts);
}

static void add_item(struct link *head)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    item->number = 7;
    empty(&item->parts);
    while (__VERIFIER_nondet_int())
        add_part(item);
    append(&item->siblings, head);
}

static void destroy(struct item *item)
{
    while (item->parts.next != &item->parts) {
        struct part *part = CONTAINER(item->parts.next, struct part, siblings);
        take(&part->siblings);
        free(part);
    }
    take(&item->siblings);
    free(item);
}

int main(void)
{
    struct link items;
    empty(&items);
    while (__VERIFIER_nondet_int())
        add_item(&items);
    while (items.next != &items)
        destroy(CONTAINER(items.next, struct item, siblings));
    return 0;
}
