// As many pointers as a number says, each to a block of its own.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 3000)
        return 0;
    int **all = malloc(count * sizeof(int *));
    for (int i = 0; i < count; i++) {
        all[i] = malloc(sizeof(int));
        *all[i] = i;
    }
    for (int i = 0; i < count; i++)
        free(all[i]);
    free(all);
    return 0;
}
