// SAFE
/* LRU cache: a few fixed slots, each owning a block of variable size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 10 };

extern int __VERIFIER_nondet_int(void);

struct line {
    int valid;
    int key;
    unsigned long stamp;
    size_t size;
    unsigned char *block;
};

struct cache {
    struct line line[WAYS];
    unsigned long clock;
    unsigned long evictions;
};

static void fill(struct line *l, int key)
{
    l->key = key;
    l->valid = 1;
    l->size = 16 + (unsigned)key % 100;
    l->block = malloc(l->size);
    for (size_t i = 0; i < l->size; i++)
        l->block[i] = (unsigned char)((size_t)(unsigned)key + i);
}

static void drop(struct line *l)
{
    if (l->valid) {
        free(l->block);
        l->block = NULL;
        l->valid = 0;
    }
}

static struct line *cache_get(struct cache *c, int key)
{
    struct line *victim = &c->line[0];
    for (int i = 0; i < WAYS; i++) {
        struct line *l = &c->line[i];
        if (l->valid && l->key == key) {
            l->stamp = ++c->clock;
            return l;
        }
        if (victim->valid && (!l->valid || l->stamp < victim->stamp))
            victim = l;
    }
    if (victim->valid)
        c->evictions++;
    drop(victim);
    fill(victim, key);
    victim->stamp = ++c->clock;
    return victim;
}

static void cache_invalidate(struct cache *c, int key)
{
    for (int i = 0; i < WAYS; i++)
        if (c->line[i].valid && c->line[i].key == key)
            drop(&c->line[i]);
}

int main(void)
{
    struct cache c;
    unsigned checksum = 0;

    memset(&c, 0, sizeof c);
    for (int i = 0; i < 120; i++) {
        int key = __VERIFIER_nondet_int();
        if (key == -1)
            break;
        if (i % 7 == 6) {
            cache_invalidate(&c, key);
        } else {
            struct line *l = cache_get(&c, key);
            checksum = checksum * 17 + l->block[l->size - 1] + l->block[0];
        }
    }
    printf("checksum %u, %lu evictions\n", checksum, c.evictions);
    for (int i = 0; i < WAYS; i++)
        drop(&c.line[i]);
    return 0;
}
