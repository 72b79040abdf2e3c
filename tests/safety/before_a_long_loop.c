// A suspicion is refuted though a loop has no bound: no run that is cut there comes back to it.
// EXPECTED: verified by the bounded engine
// EXPECTED -DBEHIND: unknown, perhaps invalid-dereference in line 11
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

static void check(unsigned char a)
{
    int *nowhere = NULL;
    if ((unsigned char)(a * 3) == a + 1 && a % 2 == 0)
        *nowhere = 1;
}

int main(void)
{
#ifndef BEHIND
    check(__VERIFIER_nondet_uchar());
#endif
    while (__VERIFIER_nondet_uchar())
        ;
#ifdef BEHIND
    check(__VERIFIER_nondet_uchar());
#endif
    return 0;
}
