// UNSAFE line 73: use after free
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct list_head { struct list_head *next, *prev; };

#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }
#define list_entry(p, type, member) \
    ((type *)((char *)(p) - offsetof(type, member)))
#define list_for_each(pos, head) \
    for (pos = (head)->next; pos != (head); pos = pos->next)
#define list_for_each_safe(pos, n, head) \
    for (pos = (head)->next, n = pos->next; pos != (head); pos = n, n = pos->next)

static inline void list_add(struct list_head *e, struct list_head *head)
{
    e->next = head->next;
    e->prev = head;
    head->next->prev = e;
    head->next = e;
}

static inline void list_del(struct list_head *e)
{
    e->prev->next = e->next;
    e->next->prev = e->prev;
}

enum { TIMER_ONESHOT, TIMER_PERIODIC };

struct timer {
    int type;
    int expires;
    char *label;                /* periodic timers only */
    struct list_head node;
};

static LIST_HEAD(timers);

static void timer_free(struct timer *t)
{
    list_del(&t->node);
    if (t->type == TIMER_PERIODIC)
        free(t->label);
    free(t);
}

static void timer_add(int type, int expires)
{
    struct timer *t = malloc(sizeof(*t));
    if (!t)
        return;
    t->type = type;
    t->expires = expires;
    t->label = NULL;
    if (type == TIMER_PERIODIC) {
        t->label = strdup("periodic");
        if (!t->label) {
            free(t);
            return;
        }
    }
    list_add(&t->node, &timers);
}

static void run_timers(int now)
{
    struct list_head *pos;

    list_for_each(pos, &timers) {
        struct timer *t = list_entry(pos, struct timer, node);
        if (t->expires > now)
            continue;
        if (t->type == TIMER_PERIODIC)
            t->expires = now;
        else
            timer_free(t);
    }
}

int main(void)
{
    struct list_head *pos, *tmp;
    int c;

    while ((c = __VERIFIER_nondet_int()) != 0) {
        if (c < 3)
            timer_add(TIMER_ONESHOT, __VERIFIER_nondet_int());
        else if (c < 6)
            timer_add(TIMER_PERIODIC, __VERIFIER_nondet_int());
        else
            run_timers(c);
    }

    list_for_each_safe(pos, tmp, &timers)
        timer_free(list_entry(pos, struct timer, node));
    return 0;
}
