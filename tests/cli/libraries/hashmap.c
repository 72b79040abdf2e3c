/* hashmap.c - small chained hash map from strings to longs */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define MAP_BUCKETS 61

struct map_entry {
    struct map_entry *next;
    char *key;
    long value;
};

struct map {
    struct map_entry *buckets[MAP_BUCKETS];
    size_t size;
};

typedef void (*map_visit_fn)(const char *key, long value, void *arg);

static size_t map_hash(const char *key)
{
    size_t h = 5381;

    while (*key)
        h = h * 33 + (unsigned char)*key++;
    return h % MAP_BUCKETS;
}

static struct map_entry *map_lookup(const struct map *m, const char *key)
{
    struct map_entry *e = m->buckets[map_hash(key)];

    while (e && strcmp(e->key, key) != 0)
        e = e->next;
    return e;
}

struct map *map_create(void)
{
    return calloc(1, sizeof(struct map));
}

void map_destroy(struct map *m)
{
    size_t i;

    if (!m)
        return;
    for (i = 0; i < MAP_BUCKETS; i++) {
        struct map_entry *e = m->buckets[i];

        while (e) {
            struct map_entry *next = e->next;

            free(e->key);
            free(e);
            e = next;
        }
    }
    free(m);
}

bool map_put(struct map *m, const char *key, long value)
{
    struct map_entry *e = map_lookup(m, key);
    size_t len, b;

    if (e) {
        e->value = value;
        return true;
    }
    e = malloc(sizeof(*e));
    if (!e)
        return false;
    len = strlen(key) + 1;
    e->key = malloc(len);
    if (!e->key) {
        free(e);
        return false;
    }
    memcpy(e->key, key, len);
    e->value = value;
    b = map_hash(key);
    e->next = m->buckets[b];
    m->buckets[b] = e;
    m->size++;
    return true;
}

bool map_get(const struct map *m, const char *key, long *value)
{
    const struct map_entry *e = map_lookup(m, key);

    if (!e)
        return false;
    if (value)
        *value = e->value;
    return true;
}

/* Adds delta to the value under key, and returns the new value. */
long map_add(struct map *m, const char *key, long delta)
{
    struct map_entry *e = map_lookup(m, key);

    if (!e) {
        map_put(m, key, 0);
        e = map_lookup(m, key);
    }
    if (!e)
        return 0;
    e->value = (long)((unsigned long)e->value + (unsigned long)delta);
    return e->value;
}

/* Exchanges the values of two keys. False if either is missing. */
bool map_swap(struct map *m, const char *a, const char *b)
{
    struct map_entry *ea = map_lookup(m, a);
    struct map_entry *eb = map_lookup(m, b);
    long tmp;

    if (!ea)
        return false;
    tmp = ea->value;
    ea->value = eb->value;
    eb->value = tmp;
    return true;
}

bool map_remove(struct map *m, const char *key)
{
    struct map_entry **link;

    if (!m || !key)
        return false;
    link = &m->buckets[map_hash(key)];
    while (*link) {
        struct map_entry *e = *link;

        if (strcmp(e->key, key) == 0) {
            *link = e->next;
            free(e->key);
            free(e);
            m->size--;
            return true;
        }
        link = &e->next;
    }
    return false;
}

size_t map_size(const struct map *m)
{
    return m ? m->size : 0;
}

void map_each(const struct map *m, map_visit_fn fn, void *arg)
{
    const struct map_entry *e;
    size_t i;

    for (i = 0; i < MAP_BUCKETS; i++)
        for (e = m->buckets[i]; e; e = e->next)
            fn(e->key, e->value, arg);
}
