// A hash table with chains: elements are put into the chain of their key, looked for, and freed with the table.
// Asked: no null dereference, no use of a freed element, all chains are empty at the end.
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
    table[key % CHAINS] = t;
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
