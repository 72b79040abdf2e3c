// Whether an input is the address of a variable is up to the machine.
// EXPECTED: unknown, line 9: not followed: whether a number is the address of an object
#include <assert.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
    int here;
    if (__VERIFIER_nondet_long() == (long)&here) assert(0);
    return 0;
}
