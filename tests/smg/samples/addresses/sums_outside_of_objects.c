// The sum of an address and a number that leads out of its object may be zero, negative, or the address of a function.
// TRUE: assertion in line 19
// TRUE: assertion in line 21
// TRUE: assertion in line 22
#include <assert.h>

extern long __VERIFIER_nondet_long(void);
extern int __VERIFIER_nondet_int(void);

static char bytes[16];

int main(void)
{
    long far = __VERIFIER_nondet_long();
    if (far < -(1L << 50) || far > (1L << 50))
        return 0;
    long sum = (long)bytes + far;
    if (__VERIFIER_nondet_int())
        assert(sum != 0);
    if (__VERIFIER_nondet_int())
        assert(sum >= 0);
    assert((long)bytes + __VERIFIER_nondet_int() != (long)main);
    return 0;
}
