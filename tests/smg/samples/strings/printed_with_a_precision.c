// An argument that is the precision limits what is read of a text, and what is written.
// SAFE
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char b[3] = {'a', 'b', 'c'}, c[4];
    int n = __VERIFIER_nondet_int();
    printf("%.*s\n", 3, b);
    if (n < 0 || n > 3)
        return 0;
    printf("%.*s\n", n, b);
    sprintf(c, "%.*s", n, b);
    return 0;
}
