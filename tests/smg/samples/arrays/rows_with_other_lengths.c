// As rows_with_lengths, but the length is that of the row before.
// TRUE: out-of-bounds in line 22
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct row {
    int length;
    int *all;
};

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000)
        return 0;
    struct row *rows = malloc(count * sizeof *rows);
    for (int i = 0; i < count; i++) {
        rows[i].length = 1 + (unsigned)__VERIFIER_nondet_int() % 100;
        rows[i].all = malloc(rows[i].length * sizeof(int));
    }
    for (int i = 1; i < count; i++)
        rows[i].all[rows[i - 1].length - 1] = i;
    for (int i = 0; i < count; i++)
        free(rows[i].all);
    free(rows);
    return 0;
}
