// As array_walked.c, but one element too far.
// TRUE: out-of-bounds in line 12
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000) return 0;
    int *a = malloc(n * sizeof *a);
    int *end = a + n, *p = a;
    while (p <= end)
        *p++ = 1;
    free(a);
    return 0;
}
