// Of a copy of a number of bytes that is not known, those are known that are copied in any case. The parts may overlap.
// TRUE: overlapping-copy in line 20
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 32 || count > 48)
        return 0;
    char from[64], to[64];
    memset(from, 7, 64);
    memset(to, 0, 64);
    memcpy(to, from, count);
    if (to[0] != 7 || to[31] != 7)
        *(int *)0 = 1;
    memmove(to, to + 8, count - 16);
    memcpy(to, to + 20, count - 16);
    return 0;
}
