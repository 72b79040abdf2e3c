// What realloc gives for NULL was never written, however many bytes it is.
// TRUE: uninitialized in line 12
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = (__VERIFIER_nondet_int() & 7) + 1;
    int *all = realloc(NULL, count * sizeof(int));
    if (!all)
        return 1;
    if (all[0] > 3) // error: uninitialized
        all[0] = 3;
    free(all);
    return 0;
}
