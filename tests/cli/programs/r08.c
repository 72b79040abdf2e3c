// SAFE
/* Slot map: stable handles (index + generation) to heap-allocated entities. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct { int x, y; } entity;
typedef struct { uint32_t index, generation; } handle;

typedef struct {
    entity *ent;            /* NULL if the slot is free */
    uint32_t generation;
    int next_free;          /* valid only if the slot is free */
} slot;

typedef struct {
    slot *slots;
    int count, cap, free_head;
} slotmap;

static int sm_create(slotmap *m, int x, int y, handle *out)
{
    entity *e = malloc(sizeof *e);
    if (!e)
        return 0;
    e->x = x;
    e->y = y;
    int i = m->free_head;
    if (i >= 0) {
        m->free_head = m->slots[i].next_free;
    } else {
        if (m->count == m->cap) {
            int cap = m->cap + m->cap / 2 + 4;
            slot *s = realloc(m->slots, cap * sizeof(slot));
            if (!s) {
                free(e);
                return 0;
            }
            m->slots = s;
            m->cap = cap;
        }
        i = m->count++;
        m->slots[i].generation = 0;
    }
    m->slots[i].ent = e;
    out->index = (uint32_t)i;
    out->generation = m->slots[i].generation;
    return 1;
}

static entity *sm_get(const slotmap *m, handle h)
{
    if (h.index >= (uint32_t)m->count || m->slots[h.index].generation != h.generation)
        return NULL;
    return m->slots[h.index].ent;
}

static void sm_delete(slotmap *m, handle h)
{
    entity *e = sm_get(m, h);
    if (!e)
        return;
    free(e);
    m->slots[h.index].ent = NULL;
    m->slots[h.index].generation++;
    m->slots[h.index].next_free = m->free_head;
    m->free_head = (int)h.index;
}

static void sm_destroy(slotmap *m)
{
    for (int i = 0; i < m->count; i++)
        free(m->slots[i].ent);
    free(m->slots);
}

#define NHANDLES 64

int main(void)
{
    slotmap m = { NULL, 0, 0, -1 };
    handle handles[NHANDLES];
    int nh = 0;

    for (int step = 0; step < 200; step++) {
        int r = __VERIFIER_nondet_int();
        if (r < 0)
            break;
        if (r % 2 == 0 && nh < NHANDLES) {
            if (!sm_create(&m, r % 640, step, &handles[nh]))
                break;
            nh++;
        } else if (nh > 0) {
            handle h = handles[r % nh];
            entity *e = sm_get(&m, h);
            if (e)
                printf("delete entity at %d,%d\n", e->x, e->y);
            else
                printf("stale handle %u/%u\n", (unsigned)h.index, (unsigned)h.generation);
            sm_delete(&m, h);
        }
    }
    sm_destroy(&m);
    return 0;
}
