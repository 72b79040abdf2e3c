// The middle of two numbers: their sum may overflow, their difference does not.
// EXPECTED --check undefined-behaviour: violated undefined-behaviour in line 17
// EXPECTED -DDIFFERENCE --check undefined-behaviour: verified
// EXPECTED: unknown, line 17: a signed integer overflows; a run ends there
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high < low) return 0;
#ifdef DIFFERENCE
    int middle = low + (high - low) / 2;
    assert(low <= middle && middle <= high);
#else

    int middle = (low + high) / 2;
#endif
    return middle < 0;
}
