// SAFE
// (malloc is assumed to succeed)
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Free-running counters: head and tail wrap around, the mask picks the slot. */
typedef struct ring {
    uint32_t head;
    uint32_t tail;
    uint32_t mask;
    int *slot;
} ring;

static ring *ring_new(unsigned bits)
{
    ring *r = malloc(sizeof(ring));
    uint32_t capacity = (uint32_t)1 << bits;
    r->slot = malloc(capacity * sizeof(int));
    r->mask = capacity - 1;
    r->head = r->tail = 0;
    return r;
}

static uint32_t ring_count(const ring *r) { return r->tail - r->head; }

static bool ring_put(ring *r, int v)
{
    if (ring_count(r) > r->mask)
        return false;
    r->slot[r->tail++ & r->mask] = v;
    return true;
}

static bool ring_get(ring *r, int *out)
{
    if (r->head == r->tail)
        return false;
    *out = r->slot[r->head++ & r->mask];
    return true;
}

static bool ring_peek(const ring *r, uint32_t nth, int *out)
{
    if (nth >= ring_count(r))
        return false;
    *out = r->slot[(r->head + nth) & r->mask];
    return true;
}

static void ring_delete(ring *r)
{
    free(r->slot);
    free(r);
}

int main(void)
{
    int bits = __VERIFIER_nondet_int();
    if (bits < 0 || bits > 12)
        bits = 5;
    ring *r = ring_new((unsigned)bits);
    unsigned refused = 0;
    int last = 0;

    while (__VERIFIER_nondet_int()) {
        int what = __VERIFIER_nondet_int();
        if (what > 1) {
            if (!ring_put(r, what))
                refused++;
        } else if (what == 1) {
            ring_peek(r, (uint32_t)__VERIFIER_nondet_int(), &last);
        } else {
            ring_get(r, &last);
        }
    }
    while (ring_get(r, &last))
        ;
    ring_delete(r);
    return refused > 0 && last == 7;
}
