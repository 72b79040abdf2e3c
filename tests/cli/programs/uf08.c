// UNSAFE: invalid free in line 51
// (malloc is assumed to succeed)
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/* Array queue: the live elements are front[0..count), inside base[0..cap). */
typedef struct IntQueue {
    int *base;
    int *front;
    size_t count;
    size_t cap;
} IntQueue;

static void queue_open(IntQueue *q, size_t cap) {
    q->base = q->front = malloc(cap * sizeof(int));
    q->cap = cap;
    q->count = 0;
}

static void queue_make_room(IntQueue *q) {
    size_t skipped = (size_t)(q->front - q->base);
    if (skipped + q->count < q->cap)
        return;
    if (skipped >= q->cap / 2) {
        memmove(q->base, q->front, q->count * sizeof(int));
        q->front = q->base;
    } else {
        int *bigger = malloc(2 * q->cap * sizeof(int));
        memcpy(bigger, q->front, q->count * sizeof(int));
        free(q->base);
        q->base = q->front = bigger;
        q->cap *= 2;
    }
}

static void queue_add(IntQueue *q, int v) {
    queue_make_room(q);
    q->front[q->count++] = v;
}

static int queue_remove(IntQueue *q) {
    q->count--;
    return *q->front++;
}

static void queue_close(IntQueue *q) {
    if (q->count == 0)
        q->front = q->base;
    free(q->front);
    q->base = q->front = NULL;
    q->count = q->cap = 0;
}

int main(void) {
    IntQueue q;
    unsigned checksum = 0;
    queue_open(&q, 4);
    while (__VERIFIER_nondet_int()) {
        int v = __VERIFIER_nondet_int();
        if (v > 0)
            queue_add(&q, v);
        else if (q.count > 0)
            checksum = checksum * 31u + (unsigned)queue_remove(&q);
    }
    queue_close(&q);
    return (int)(checksum % 2u);
}
