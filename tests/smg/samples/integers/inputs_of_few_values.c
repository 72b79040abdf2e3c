// An input of a type with few values has only those, whatever it is converted to.
// SAFE
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    char converted = __VERIFIER_nondet_bool();
    assert(converted == 0 || converted == 1);
    switch (__VERIFIER_nondet_uchar()) {
    case 300:
    case -1:
        assert(0);
    }
    switch (__VERIFIER_nondet_bool()) {
    case 0:
    case 1:
        return 0;
    default:
        assert(0);
    }
}
