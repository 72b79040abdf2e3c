// A pointer goes through an array of a number of elements that is not known, up to its end.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000) return 0;
    int *a = malloc(n * sizeof *a);
    int *end = a + n;
    for (int *p = a; p < end; p++)
        *p = 1;
    int sum = 0;
    for (int *p = a; p != end; p++)
        sum += *p;
    free(a);
    return sum > 0;
}
