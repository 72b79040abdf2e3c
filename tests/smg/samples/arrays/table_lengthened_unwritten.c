// As table_lengthened, but all elements are freed, also those that were never written.
// TRUE: uninitialized in line 26
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int length = 16, used = 0;
    int **table = malloc(length * sizeof *table);
    if (!table)
        return 1;
    while (used < 1000 && __VERIFIER_nondet_int()) {
        if (used == length) {
            int **longer = realloc(table, (length + 16) * sizeof *table);
            if (!longer)
                break;
            table = longer;
            length += 16;
        }
        table[used] = malloc(sizeof(int));
        if (!table[used])
            break;
        used++;
    }
    while (length > 0)
        free(table[--length]);
    free(table);
    return 0;
}
