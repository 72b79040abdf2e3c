// A queue of BSD (TAILQ): the head holds the address of the last link, and each element that of the link which leads to it.
// Asked: no null dereference, no use of a freed element, the queue is empty and ends at its head when all elements are taken out.
#include <stddef.h>
#include <stdlib.h>

typedef struct Item {
    int data;
    struct Item *next;
    struct Item **prev;
} Item;

typedef struct Queue {
    Item *first;
    Item **last;
} Queue;

extern int nondet(void);

static void insert_head(Queue *q, Item *t)
{
    t->next = q->first;
    if (t->next != NULL)
        t->next->prev = &t->next;
    else
        q->last = &t->next;
    q->first = t;
    t->prev = &q->first;
}

static void insert_tail(Queue *q, Item *t)
{
    t->next = NULL;
    t->prev = q->last;
    *q->last = t;
    q->last = &t->next;
}

static void take(Queue *q, Item *e)
{
    if (e->next != NULL)
        e->next->prev = e->prev;
    else
        q->last = e->prev;
    *e->prev = e->next;
}

void tailq(void)
{
    Queue q = { NULL, &q.first };
    while (nondet()) {
        Item *t = malloc(sizeof(Item));
        t->data = 1;
        if (nondet())
            insert_head(&q, t);
        else
            insert_tail(&q, t);
    }
filled:
    while (q.first != NULL) {
        Item *e = q.first;
        while (e->next != NULL && nondet())
            e = e->next;
        take(&q, e);
        free(e);
    }
done:
    return;
}
