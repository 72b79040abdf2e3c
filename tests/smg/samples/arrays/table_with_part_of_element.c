// Behind the last record of a table there is room for a part of another one, which is not written.
// TRUE: uninitialized in line 21
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct slot {
    int length;
    char *text;
};

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 9 || count > 20)
        return 0;
    struct slot *table = malloc(count * sizeof *table + 8);
    if (!table)
        return 1;
    for (int i = 0; i < count; i++)
        table[i] = (struct slot){0, 0};
    if (table[count].length > 0)
        count--;
    free(table);
    return 0;
}
