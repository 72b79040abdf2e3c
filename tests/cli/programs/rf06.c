// UNSAFE: uninitialized in line 38
/* Object registry: id -> object, the table grows when an id does not fit. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct object {
    int id;
    int refs;
};

struct registry {
    struct object **slot;
    int cap;
};

static void registry_init(struct registry *r)
{
    r->cap = 8;
    r->slot = calloc(r->cap, sizeof *r->slot);
}

static void registry_reserve(struct registry *r, int id)
{
    int cap = r->cap;
    while (cap <= id)
        cap *= 2;
    if (cap > r->cap) {
        r->slot = realloc(r->slot, cap * sizeof *r->slot);
        r->cap = cap;
    }
}

static struct object *registry_get(struct registry *r, int id)
{
    registry_reserve(r, id);
    if (r->slot[id] == NULL) {
        struct object *o = malloc(sizeof *o);
        o->id = id;
        o->refs = 0;
        r->slot[id] = o;
    }
    r->slot[id]->refs++;
    return r->slot[id];
}

static void registry_put(struct registry *r, struct object *o)
{
    if (--o->refs == 0) {
        r->slot[o->id] = NULL;
        free(o);
    }
}

static void registry_destroy(struct registry *r)
{
    for (int i = 0; i < r->cap; i++)
        free(r->slot[i]);
    free(r->slot);
}

int main(void)
{
    struct registry r;
    registry_init(&r);
    for (int i = 0; i < 60; i++) {
        int id = __VERIFIER_nondet_int();
        if (id < 0)
            break;
        if (id >= 1000)
            continue;
        struct object *o = registry_get(&r, id);
        printf("object %d has %d refs\n", o->id, o->refs);
        if (i % 3 == 0)
            registry_put(&r, o);
    }
    registry_destroy(&r);
    return 0;
}
