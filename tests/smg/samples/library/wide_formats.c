// Formats with widths and precisions larger than any that texts are looked through for.
// TRUE: out-of-bounds in line 15
// TRUE: out-of-bounds in line 17
// TRUE: out-of-bounds in line 19
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
static char b[70000];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 1)
        sprintf(b, "%100000d", 1);
    if (n == 2)
        scanf("%100000s", b);
    memset(b, 'a', sizeof b);
    printf("%.100000s", b);
    return 0;
}
