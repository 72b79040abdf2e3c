// As array_of_many.c, but one element too far.
// TRUE: out-of-bounds in line 15
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count <= 0 || count > 1000)
        return 0;
    int *all = malloc(count * sizeof(int));
    if (!all)
        return 1;
    for (int i = 0; i <= count; i++)
        all[i] = i; // error: out-of-bounds
    free(all);
    return 0;
}
