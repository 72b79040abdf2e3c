// Functions of the library that copy too much; no sanitizer watches them.
// EXPECTED: violated out-of-bounds in line 13
// EXPECTED -DSTRING: violated out-of-bounds in line 11, out-of-bounds in line 13
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char from[8] = "abcdefg", to[4];
#ifdef STRING
    stpcpy(to, from + (__VERIFIER_nondet_uchar() & 7));
#endif
    memccpy(to, from, __VERIFIER_nondet_uchar(), 8);
    return 0;
}
