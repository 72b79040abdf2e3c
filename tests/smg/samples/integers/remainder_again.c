// The remainder of a number is the same wherever it is computed, until the number is another one.
// TRUE: assertion in line 15
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int flags[4] = {0};
    unsigned number = __VERIFIER_nondet_uint();
    flags[number % 4] = 1;
    assert(flags[number % 4] == 1);
    if (number % 4 == 2)
        assert(flags[2] == 1);
    number++;
    assert(flags[number % 4] == 1);
    return 0;
}
