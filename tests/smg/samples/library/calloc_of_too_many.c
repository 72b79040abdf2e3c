// A number of elements that no address can count gives NULL; any other gives zeros.
// TRUE: invalid-dereference in line 20
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long count = __VERIFIER_nondet_ulong();
    if (count == 0)
        return 0;
    int *numbers = calloc(count, sizeof *numbers);
    if (numbers && numbers[0] != 0)
        *(int *)0 = 1;
    if (!numbers && count <= 1000)
        *(int *)0 = 2;
    free(numbers);
    if (count > 1UL << 62) {
        numbers = calloc(count, sizeof *numbers);
        numbers[0] = 1;
    }
    return 0;
}
