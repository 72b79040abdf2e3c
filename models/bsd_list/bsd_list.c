// A list of BSD (LIST): each element holds the address of the link that leads to it, so that it is taken out without a search.
// Asked: no null dereference, no use of a freed element, the list is empty at the end, and links lead back.
#include <stddef.h>
#include <stdlib.h>

typedef struct Item {
    int data;
    struct Item *next;
    struct Item **prev;
} Item;

extern int nondet(void);
extern void __VERIFIER_assert(int);

static void insert_head(Item **head, Item *t)
{
    t->next = *head;
    if (t->next != NULL)
        t->next->prev = &t->next;
    *head = t;
    t->prev = head;
}

static void take(Item *e)
{
    if (e->next != NULL)
        e->next->prev = e->prev;
    *e->prev = e->next;
}

void bsd_list(void)
{
    Item *first = NULL, *e;
    while (nondet()) {
        Item *t = malloc(sizeof(Item));
        t->data = 1;
        insert_head(&first, t);
    }
    for (e = first; e != NULL; e = e->next)
        __VERIFIER_assert(*e->prev == e);
    while (first != NULL) {
        e = first;
        while (e->next != NULL && nondet())
            e = e->next;
        take(e);
        free(e);
    }
done:
    return;
}
