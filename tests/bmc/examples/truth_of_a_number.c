// Any number but zero is true, also one whose last bit is zero, and also in a bit-field.
// EXPECTED: verified
// EXPECTED -DEVEN: violated assertion in line 17
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    _Bool truth = number;
    struct { _Bool field : 1; } record;
    record.field = number;
    assert(truth == (number != 0));
    assert(record.field == (number != 0));
#ifdef EVEN
    assert(truth == (number & 1));
#endif
    return 0;
}
