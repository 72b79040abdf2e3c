// Records in a table, each with a block of its own: all are empty at first, and any of them is filled and emptied.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_uint(void);

struct slot {
    char *text;
    unsigned length;
};

struct table {
    struct slot slots[40];
};

int main(void)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        return 1;
    while (__VERIFIER_nondet_uint()) {
        unsigned at = __VERIFIER_nondet_uint();
        if (at >= 40)
            continue;
        struct slot *slot = &table->slots[at];
        free(slot->text);
        slot->text = malloc(8);
        slot->length = slot->text ? 8 : 0;
        if (slot->text)
            slot->text[7] = 0;
    }
    for (unsigned i = 0; i < 40; i++)
        free(table->slots[i].text);
    free(table);
    return 0;
}
