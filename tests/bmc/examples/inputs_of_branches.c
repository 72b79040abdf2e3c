// Inputs that only some runs read: a run is repeated with those that it reads, in its order.
// EXPECTED: violated assertion in line 19
// EXPECTED -DBOTH: violated assertion in line 17
// EXPECTED -DNEITHER: verified
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char way = __VERIFIER_nondet_uchar();
    int first = 0, second = 0, third = 0;
    if (way & 4) first = __VERIFIER_nondet_int();
    if (way & 2) second = __VERIFIER_nondet_int();
    if (way & 1) third = __VERIFIER_nondet_uchar();
#if defined(BOTH)
    assert(way % 8 != 5 || first != 7 || third != 9);
#elif !defined(NEITHER)
    assert(way & 4 || second != 77 || third != 0);
#else
    assert(way & 4 || first == 0);
#endif
    return 0;
}
