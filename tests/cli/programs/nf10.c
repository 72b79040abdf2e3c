// UNSAFE: uninitialized in line 50
/* Counts events by their id in a table of pointers that grows on demand. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_ID 99

struct entry {
    int id;
    unsigned hits;
};

struct table {
    struct entry **slot;
    int capacity;
    int used;
};

static int table_init(struct table *t)
{
    t->capacity = 8;
    t->used = 0;
    t->slot = calloc(t->capacity, sizeof *t->slot);
    return t->slot != NULL;
}

static int table_reserve(struct table *t, int id)
{
    int ncap = t->capacity;
    struct entry **p;

    if (id < t->capacity)
        return 1;
    while (ncap <= id)
        ncap *= 2;
    p = realloc(t->slot, ncap * sizeof *p);
    if (p == NULL)
        return 0;
    t->slot = p;
    t->capacity = ncap;
    return 1;
}

static int table_hit(struct table *t, int id)
{
    if (!table_reserve(t, id))
        return 0;
    if (t->slot[id] == NULL) {
        struct entry *e = malloc(sizeof *e);
        if (e == NULL)
            return 0;
        e->id = id;
        e->hits = 0;
        t->slot[id] = e;
        t->used++;
    }
    t->slot[id]->hits++;
    return 1;
}

static void table_free(struct table *t)
{
    for (int i = 0; i < t->capacity; i++)
        free(t->slot[i]);
    free(t->slot);
}

int main(void)
{
    struct table t;

    if (!table_init(&t))
        return 1;
    for (int n = 0; n < 50; n++) {
        int id = __VERIFIER_nondet_int();
        if (id < 0 || id > MAX_ID)
            break;
        if (!table_hit(&t, id)) {
            fprintf(stderr, "out of memory\n");
            break;
        }
    }
    printf("%d different events\n", t.used);
    table_free(&t);
    return 0;
}
