// SAFE
/* Chained hash table int -> text, with a rehash when it gets full. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int key;
    char *text;
    struct entry *next;
};

struct map {
    struct entry **bucket;
    unsigned nbuckets;
    unsigned used;
};

static char *copy(const char *s)
{
    char *c = malloc(strlen(s) + 1);
    return strcpy(c, s);
}

static struct entry **find(struct map *m, int key)
{
    struct entry **pp = &m->bucket[(unsigned)key % m->nbuckets];
    while (*pp && (*pp)->key != key)
        pp = &(*pp)->next;
    return pp;
}

static void grow(struct map *m)
{
    unsigned n = m->nbuckets * 2;
    struct entry **nb = calloc(n, sizeof *nb);
    for (unsigned i = 0; i < m->nbuckets; i++) {
        struct entry *e = m->bucket[i];
        while (e) {
            struct entry *next = e->next;
            unsigned h = (unsigned)e->key % n;
            e->next = nb[h];
            nb[h] = e;
            e = next;
        }
    }
    free(m->bucket);
    m->bucket = nb;
    m->nbuckets = n;
}

static void put(struct map *m, int key, const char *text)
{
    struct entry **pp = find(m, key);
    if (*pp) {
        free((*pp)->text);
        (*pp)->text = copy(text);
        return;
    }
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->text = copy(text);
    e->next = NULL;
    *pp = e;
    if (++m->used > 2 * m->nbuckets)
        grow(m);
}

static void del(struct map *m, int key)
{
    struct entry **pp = find(m, key);
    struct entry *e = *pp;
    if (!e)
        return;
    *pp = e->next;
    free(e->text);
    free(e);
    m->used--;
}

int main(void)
{
    struct map m = { calloc(4, sizeof(struct entry *)), 4, 0 };
    char tmp[24];

    for (int i = 0; i < 40; i++) {
        int key = __VERIFIER_nondet_int();
        if (i % 4 == 3) {
            del(&m, key);
        } else {
            sprintf(tmp, "value %d", i);
            put(&m, key, tmp);
        }
    }
    for (unsigned b = 0; b < m.nbuckets; b++) {
        while (m.bucket[b]) {
            struct entry *e = m.bucket[b];
            printf("%u: %d %s\n", b, e->key, e->text);
            m.bucket[b] = e->next;
            free(e->text);
            free(e);
        }
    }
    free(m.bucket);
    return 0;
}
