// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct listener {
    int id;
    struct listener *next;
};

struct event {
    int when;
    struct listener *listeners;   /* empty for plain timer events */
    struct event *next;
};

static struct event *queue;

static void free_event(struct event *e)
{
    while (e->listeners) {
        struct listener *l = e->listeners;
        e->listeners = l->next;
        free(l);
    }
    free(e);
}

static void schedule(struct event *e)
{
    struct event **pp = &queue;
    while (*pp && (*pp)->when <= e->when)
        pp = &(*pp)->next;
    e->next = *pp;
    *pp = e;
}

static struct event *create_event(int when)
{
    struct event *e = malloc(sizeof(struct event));
    if (!e)
        return NULL;
    e->when = when;
    e->listeners = NULL;
    while (__VERIFIER_nondet_int() > 0) {
        struct listener *l = malloc(sizeof(struct listener));
        if (!l) {
            free_event(e);
            return NULL;
        }
        l->id = __VERIFIER_nondet_int();
        l->next = e->listeners;
        e->listeners = l;
    }
    return e;
}

static void unsubscribe(struct event *e, int id)
{
    struct listener **pp = &e->listeners;
    while (*pp) {
        struct listener *l = *pp;
        if (l->id == id) {
            *pp = l->next;
            free(l);
        } else {
            pp = &l->next;
        }
    }
}

static void fire_next(void)
{
    struct event *e = queue;
    if (!e)
        return;
    queue = e->next;
    if (e->listeners && e->when < 1000) {
        /* periodic: somebody is still listening */
        e->when += 10;
        schedule(e);
    } else {
        free_event(e);
    }
}

int main(void)
{
    int cmd;
    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        if (cmd == 1) {
            struct event *e = create_event(__VERIFIER_nondet_int());
            if (e)
                schedule(e);
        } else if (cmd == 2) {
            fire_next();
        } else {
            for (struct event *e = queue; e; e = e->next)
                unsubscribe(e, cmd);
        }
    }
    while (queue) {
        struct event *e = queue;
        queue = e->next;
        free_event(e);
    }
    return 0;
}
