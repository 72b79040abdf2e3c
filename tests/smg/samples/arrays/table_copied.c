// A table in a record that is copied: its elements are not followed any more.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct table {
    int *slots[200];
    int used;
};

int main(void)
{
    struct table table, copy;
    table.used = 0;
    while (table.used < 200 && __VERIFIER_nondet_int()) {
        table.slots[table.used] = malloc(sizeof(int));
        if (!table.slots[table.used])
            break;
        table.used++;
    }
    copy = table;
    for (int i = 0; i < copy.used; i++)
        free(copy.slots[i]);
    return 0;
}
