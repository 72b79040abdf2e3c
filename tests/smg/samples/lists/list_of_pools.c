// Pools in a list, each with chunks of memory in a list of its own. How far a chunk is filled differs from pool to pool, and the
// pool leads to the last of its chunks as well as to the first.
// SAFE
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition);

struct chunk {
    struct chunk *next;
    char *free, *end;
};

struct pool {
    struct chunk *chunks, *present;
    struct pool *next;
};

static void *reserve(struct pool *pool, size_t bytes) {
    struct chunk *chunk = pool->present;
    if (!chunk || chunk->free + bytes > chunk->end) {
        chunk = malloc(sizeof *chunk + 1024);
        if (!chunk)
            abort();
        chunk->free = (char *)(chunk + 1);
        chunk->end = chunk->free + 1024;
        chunk->next = NULL;
        if (pool->present)
            pool->present->next = chunk;
        else
            pool->chunks = chunk;
        pool->present = chunk;
    }
    void *found = chunk->free;
    chunk->free += bytes;
    return found;
}

int main(void) {
    struct pool *pools = NULL;
    while (__VERIFIER_nondet_int()) {
        struct pool *pool = calloc(1, sizeof *pool);
        if (!pool)
            abort();
        pool->next = pools;
        pools = pool;
    }
    for (struct pool *pool = pools; pool; pool = pool->next) {
        do {
            reserve(pool, 40);
        } while (__VERIFIER_nondet_int());
    }
    while (pools) {
        struct pool *pool = pools;
        pools = pool->next;
        while (pool->chunks) {
            struct chunk *chunk = pool->chunks;
            __VERIFIER_assert(chunk->free <= chunk->end);
            pool->chunks = chunk->next;
            free(chunk);
        }
        free(pool);
    }
    return 0;
}
