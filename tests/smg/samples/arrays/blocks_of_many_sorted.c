// Pointers that change places: each block still has one.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = 1 + (unsigned)__VERIFIER_nondet_int() % 30;
    int **all = malloc(count * sizeof(int *));
    for (int i = 0; i < count; i++) {
        all[i] = malloc(sizeof(int));
        *all[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i + 1 < count; i++)
        for (int j = i + 1; j < count; j++)
            if (*all[j] < *all[i]) {
                int *moved = all[i];
                all[i] = all[j];
                all[j] = moved;
            }
    for (int i = 0; i < count; i++)
        free(all[i]);
    free(all);
    return 0;
}
