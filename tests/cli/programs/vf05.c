// UNSAFE line 72: double free
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef struct task Task;
typedef void handler_t(Task *);

struct task {
    int prio;
    handler_t *handler;
    char *payload;
    Task *next;
};

static unsigned sent, bytes;

static void on_ping(Task *t)
{
    (void)t;
    sent++;
}

static void on_log(Task *t)
{
    if (t->payload)
        bytes += (unsigned)strlen(t->payload);
}

static void on_send(Task *t)
{
    if (!t->payload)
        return;
    bytes += (unsigned)strlen(t->payload);
    if (t->prio > 5)
        sent += 2;
    else
        sent++;
    free(t->payload);       /* on the wire now */
}

static Task *insert(Task *list, Task *t)
{
    Task *p;
    if (!list || list->prio < t->prio) {
        t->next = list;
        return t;
    }
    for (p = list; p->next && p->next->prio >= t->prio; p = p->next)
        ;
    t->next = p->next;
    p->next = t;
    return list;
}

static Task *task_new(int prio, handler_t *h, const char *text)
{
    Task *t = malloc(sizeof(Task));
    if (!t)
        return NULL;
    t->prio = prio;
    t->handler = h;
    t->payload = NULL;
    if (text)
        t->payload = strdup(text);   /* best effort, may stay NULL */
    return t;
}

static void task_delete(Task *t)
{
    free(t->payload);
    free(t);
}

int main(void)
{
    Task *list = NULL, *t;
    int kind;

    while ((kind = __VERIFIER_nondet_int()) > 0) {
        int prio = __VERIFIER_nondet_int();
        switch (kind) {
        case 1:  t = task_new(prio, on_ping, NULL); break;
        case 2:  t = task_new(prio, on_log, "started"); break;
        case 3:  t = task_new(prio, on_send, "hello, world"); break;
        default: t = task_new(prio, on_send, NULL); break;
        }
        if (t)
            list = insert(list, t);
    }

    while (list) {
        t = list;
        list = t->next;
        if (t->prio >= 0)
            t->handler(t);
        task_delete(t);
    }
    return 0;
}
