// SAFE
// (malloc is assumed to succeed)
/* Ticket counter: customers wait in a queue that knows its own length. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct customer {
    int ticket;
    struct customer *next;
} customer;

typedef struct {
    int size;
    customer *head;
    customer *tail;
} queue;

static void enqueue(queue *q, int ticket)
{
    customer *c = malloc(sizeof *c);
    c->ticket = ticket;
    c->next = NULL;
    if (q->size == 0)
        q->head = c;
    else
        q->tail->next = c;
    q->tail = c;
    q->size++;
}

/* The queue must not be empty. */
static int dequeue(queue *q)
{
    customer *c = q->head;
    int ticket = c->ticket;
    q->head = c->next;
    q->size--;
    free(c);
    return ticket;
}

int main(void)
{
    queue q = { 0, NULL, NULL };
    int next_ticket = 1;
    int served = 0;

    for (int minute = 0; minute < 40; minute++) {
        int event = __VERIFIER_nondet_int();
        if (event < 0)
            break;
        switch (event % 3) {
        case 0:
            enqueue(&q, next_ticket++);
            break;
        case 1:
            if (q.size > 0) {
                printf("minute %d: ticket %d\n", minute, dequeue(&q));
                served++;
            }
            break;
        default:
            /* a family of two arrives */
            enqueue(&q, next_ticket++);
            enqueue(&q, next_ticket++);
            break;
        }
    }

    printf("served %d, still waiting %d\n", served, q.size);
    while (q.size > 0)
        printf("sent home: %d\n", dequeue(&q));
    return 0;
}
