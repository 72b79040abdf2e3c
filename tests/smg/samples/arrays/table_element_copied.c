// One element of a table is copied into another one: a block is lost, and one is freed twice.
// TRUE: memory-leak in line 16
// TRUE: double-free in line 20
// TRUE: invalid-free in line 20
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *table[100];
    for (int i = 0; i < 100; i++)
        table[i] = malloc(sizeof(int));
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a >= 0 && a < 100 && b >= 0 && b < 100) {
        int *kept = table[a];
        table[a] = table[b];
        (void)kept;
    }
    for (int i = 0; i < 100; i++)
        free(table[i]);
    return 0;
}
