/* The error depends on numbers that are read, one of them where a branch reads it. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *numbers = NULL, sum;
    if (n > 0 && n < 100)
        numbers = calloc(n, sizeof *numbers);
    switch (__VERIFIER_nondet_int()) {
    case 7:
        numbers[n] = 1;
    }
    free(numbers);
    return sum;
}
