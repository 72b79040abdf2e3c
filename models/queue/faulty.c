// queue.c with a mistake: the tail does not move on.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

typedef struct Queue {
    Node *head, *tail;
} Queue;

extern int nondet(void);

static void enqueue(Queue *q, int data)
{
    Node *t = malloc(sizeof(Node));
    t->data = data;
    t->n = NULL;
    if (q->head == NULL)
        q->head = t;
    else
        q->tail->n = t;
    if (q->head == t)
        q->tail = t;
}

static void dequeue(Queue *q)
{
    Node *first = q->head;
    if (first == NULL)
        return;
    q->head = first->n;
    free(first);
}

void queue(Queue *q)
{
    while (nondet()) {
        if (nondet())
            enqueue(q, 1);
        else
            dequeue(q);
    }
}
