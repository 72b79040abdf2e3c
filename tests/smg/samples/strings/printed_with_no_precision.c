// A negative precision is none, and of numbers it is the least number of digits.
// TRUE: out-of-bounds in line 14
// TRUE: out-of-bounds in line 16
// TRUE: out-of-bounds in line 18
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char b[3] = {'a', 'b', 'c'}, c[40];
    int n = __VERIFIER_nondet_int();
    if (n == 5)
        printf("%.*s\n", -1, b);
    if (n == 6)
        sprintf(c, "%.*d", 100, n);
    if (n >= 0 && n <= 4)
        printf("%.*s\n", n, b);
    return 0;
}
