// UNSAFE: leak in line 49
/* String dictionary: chained hash table with a calloc'ed bucket array. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    char *key;
    char *value;
    struct entry *next;
};

struct dict {
    struct entry **buckets;
    unsigned nbuckets;
};

static char *dup_string(const char *s)
{
    char *p = malloc(strlen(s) + 1);
    return p ? strcpy(p, s) : NULL;
}

static unsigned hash(const struct dict *d, const char *s)
{
    unsigned h = 0;
    for (; *s; s++)
        h = 31 * h + (unsigned char)*s;
    return h % d->nbuckets;
}

static struct entry *dict_find(const struct dict *d, const char *key)
{
    struct entry *e = d->buckets[hash(d, key)];
    while (e && strcmp(e->key, key) != 0)
        e = e->next;
    return e;
}

static int dict_set(struct dict *d, const char *key, const char *value)
{
    char *copy = dup_string(value);
    if (!copy)
        return -1;
    struct entry *e = dict_find(d, key);
    if (e) {
        e->value = copy;
        return 0;
    }
    e = malloc(sizeof *e);
    if (e)
        e->key = dup_string(key);
    if (!e || !e->key) {
        free(e);
        free(copy);
        return -1;
    }
    e->value = copy;
    unsigned h = hash(d, key);
    e->next = d->buckets[h];
    d->buckets[h] = e;
    return 0;
}

static void dict_destroy(struct dict *d)
{
    for (unsigned i = 0; i < d->nbuckets; i++) {
        struct entry *e = d->buckets[i];
        while (e) {
            struct entry *next = e->next;
            free(e->key);
            free(e->value);
            free(e);
            e = next;
        }
    }
    free(d->buckets);
}

int main(void)
{
    struct dict d;
    char key[32], value[32];

    d.nbuckets = 37;
    d.buckets = calloc(d.nbuckets, sizeof *d.buckets);
    if (!d.buckets)
        return 1;
    for (int i = 0; i < 80; i++) {
        int k = __VERIFIER_nondet_int();
        if (k < 0)
            break;
        snprintf(key, sizeof key, "key-%d", k);
        snprintf(value, sizeof value, "value %d", i);
        if (dict_set(&d, key, value) != 0) {
            fprintf(stderr, "out of memory\n");
            break;
        }
    }
    struct entry *e = dict_find(&d, "key-1");
    printf("key-1: %s\n", e ? e->value : "(none)");
    dict_destroy(&d);
    return 0;
}
