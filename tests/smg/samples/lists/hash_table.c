// A table of lists, in which the remainder of a key says where it is.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct entry { struct entry *next; int key; char *value; };
static struct entry *table[4];

static void put(int key)
{
    struct entry *entry;
    for (entry = table[key & 3]; entry; entry = entry->next)
        if (entry->key == key) {
            free(entry->value);
            entry->value = malloc(8);
            return;
        }
    entry = malloc(sizeof *entry);
    if (!entry)
        return;
    entry->key = key;
    entry->value = malloc(8);
    entry->next = table[key & 3];
    table[key & 3] = entry;
}

static void take(int key)
{
    struct entry **place = &table[key & 3];
    while (*place) {
        struct entry *entry = *place;
        if (entry->key == key) {
            *place = entry->next;
            free(entry->value);
            free(entry);
            return;
        }
        place = &entry->next;
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(__VERIFIER_nondet_int());
        else
            take(__VERIFIER_nondet_int());
    }
    for (int i = 0; i < 4; i++)
        while (table[i]) {
            struct entry *entry = table[i];
            table[i] = entry->next;
            free(entry->value);
            free(entry);
        }
    return 0;
}
