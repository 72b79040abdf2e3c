// The element behind the last of too many to unroll: whether it is used is not known.
// TRUE: out-of-bounds in line 15
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 500000 || count > 1000000)
        return 0;
    int *all = malloc(count * sizeof(int));
    if (!all)
        return 1;
    for (int i = 0; i < count; i++)
        all[i + 1] = i;
    free(all);
    return 0;
}
