// Two elements of a table change places: no block is lost, and none is there twice.
// SAFE
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
        table[b] = kept;
    }
    for (int i = 0; i < 100; i++)
        free(table[i]);
    return 0;
}
