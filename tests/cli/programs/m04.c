// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define NBUCKETS 64

struct entry {
    int key, val;
    struct entry *next;
};

static struct entry *table[NBUCKETS];

static struct entry **bucket(int key)
{
    unsigned h = (unsigned)key * 2654435761u;
    return &table[(h >> 8) % NBUCKETS];
}

static struct entry *lookup(int key)
{
    struct entry *e;
    for (e = *bucket(key); e != NULL; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}

static void store(int key, int val)
{
    struct entry *e = lookup(key);
    if (e == NULL) {
        struct entry **b = bucket(key);
        e = malloc(sizeof(*e));
        if (e == NULL)
            abort();
        e->key = key;
        e->next = *b;
        *b = e;
    }
    e->val = val;
}

static void erase(int key)
{
    struct entry **pp = bucket(key);
    while (*pp && (*pp)->key != key)
        pp = &(*pp)->next;
    if (*pp) {
        struct entry *e = *pp;
        *pp = e->next;
        free(e);
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int() < 2)
            erase(key);
        else
            store(key, 1);
    }
    for (int i = 0; i < NBUCKETS; i++) {
        struct entry *e = table[i];
        table[i] = NULL;
        while (e) {
            struct entry *n = e->next;
            free(e);
            e = n;
        }
    }
    return 0;
}
