// bsd_list.c with a mistake: the next element still leads back to the one that is taken out.
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
