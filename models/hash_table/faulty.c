// hash_table.c with a mistake: the key is taken for the number of its chain.
#include <stddef.h>
#include <stdlib.h>

#define CHAINS 2

typedef struct Entry {
    unsigned key;
    int value;
    struct Entry *next;
} Entry;

extern int nondet(void);

static void put(Entry **table, unsigned key)
{
    Entry *t = malloc(sizeof(Entry));
    t->key = key;
    t->value = 0;
    t->next = table[key % CHAINS];
    table[key] = t;
}

static Entry *get(Entry **table, unsigned key)
{
    Entry *e = table[key % CHAINS];
    while (e != NULL && e->key != key)
        e = e->next;
    return e;
}

void hash_table(void)
{
    Entry *table[CHAINS] = { NULL }, *found;
    unsigned i;
    while (nondet())
        put(table, nondet());
    found = get(table, nondet());
    if (found != NULL)
        found->value++;
    for (i = 0; i < CHAINS; i++)
        while (table[i] != NULL) {
            Entry *e = table[i];
            table[i] = e->next;
            free(e);
        }
done:
    return;
}
