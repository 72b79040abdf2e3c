// UNSAFE: use after free in line 28
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct customer {
    int ticket;
    int minutes;
    struct customer *behind;
};

struct counter {
    struct customer *head;
    struct customer *tail;
    size_t size;
    size_t served;
};

static void arrive(struct counter *q, int ticket, int minutes)
{
    struct customer *c = malloc(sizeof(*c));
    c->ticket = ticket;
    c->minutes = minutes;
    c->behind = NULL;
    if (q->tail != NULL)
        q->tail->behind = c;
    else
        q->head = c;
    q->tail = c;
    q->size++;
}

static int serve(struct counter *q)
{
    struct customer *c = q->head;
    int minutes = c->minutes;

    q->head = c->behind;
    free(c);
    q->size--;
    q->served++;
    return minutes;
}

/* Everybody leaves. */
static void close_counter(struct counter *q)
{
    while (q->size > 0) {
        struct customer *c = q->head;
        q->head = c->behind;
        free(c);
        q->size--;
    }
    q->tail = NULL;
}

int main(void)
{
    struct counter q = { .head = NULL, .tail = NULL };

    while (__VERIFIER_nondet_int()) {
        int event = __VERIFIER_nondet_int();
        if (event < 0)
            close_counter(&q);
        else if (event < 3 && q.size > 0)
            printf("busy for %d\n", serve(&q));
        else
            arrive(&q, event, __VERIFIER_nondet_int());
    }
    close_counter(&q);
    printf("served %zu\n", q.served);
    return 0;
}
