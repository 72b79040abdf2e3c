// As table_of_records, but a block that is replaced is not freed.
// TRUE: memory-leak in line 28
// FALSE ALARM: invalid-dereference in line 31: the relational analysis, which follows the table, runs only where no error is certain
// FALSE ALARM: invalid-free in line 34: for the same reason
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
        slot->length = 0;
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
