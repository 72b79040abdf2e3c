// UNSAFE: out-of-bounds in line 36
// (malloc is assumed to succeed)
/* Bounded queue between a producer and a consumer, capacity chosen at start. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct {
    int *slot;
    int capacity;
    int count;
    int in;
    int out;
} bqueue;

static bqueue *bq_new(int capacity)
{
    bqueue *q = malloc(sizeof *q);
    q->slot = malloc((size_t)capacity * sizeof(int));
    q->capacity = capacity;
    q->count = q->in = q->out = 0;
    return q;
}

static void bq_delete(bqueue *q)
{
    free(q->slot);
    free(q);
}

static int bq_put(bqueue *q, int x)
{
    if (q->count == q->capacity)
        return 0;
    q->slot[q->in] = x;
    q->in++;
    if (q->in > q->capacity)
        q->in = 0;
    q->count++;
    return 1;
}

static int bq_get(bqueue *q, int *x)
{
    if (q->count == 0)
        return 0;
    *x = q->slot[q->out];
    q->out = (q->out + 1) % q->capacity;
    q->count--;
    return 1;
}

int main(void)
{
    int capacity = __VERIFIER_nondet_int();
    int produced = 0, consumed = 0, refused = 0;
    bqueue *q;

    if (capacity < 1 || capacity > 16)
        capacity = 4;
    q = bq_new(capacity);

    for (int tick = 0; tick < 60; tick++) {
        int who = __VERIFIER_nondet_int();
        if (who < 0)
            break;
        if (who % 2 == 0) {
            if (bq_put(q, tick * 10))
                produced++;
            else
                refused++;
        } else {
            int item;
            if (bq_get(q, &item)) {
                consumed++;
                printf("got %d at %d\n", item, tick);
            }
        }
    }
    printf("%d in, %d out, %d refused, %d left\n",
           produced, consumed, refused, q->count);
    bq_delete(q);
    return 0;
}
