// `memccpy` copies nothing behind the byte that it looks for: not in the runs that find it early, either.
// EXPECTED: violated assertion in line 12
// EXPECTED -DEARLY: verified
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char from[3] = {__VERIFIER_nondet_uchar(), 'q', 'r'}, to[3] = {0};
    char *end = memccpy(to, from, 'b', 2);
#ifndef EARLY
    assert(to[1] == 'q');
#else
    assert(to[2] == 0 && (from[0] == 'b' ? end == to + 1 && !to[1] : !end && to[1] == 'q'));
#endif
    return 0;
}
