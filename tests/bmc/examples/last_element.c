// A block of any size up to a mebibyte: its last element may be written, the one behind it may not.
// EXPECTED: verified
// EXPECTED -DBEHIND: violated out-of-bounds in line 17
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef BEHIND
#define BEHIND_BY 1
#else
#define BEHIND_BY 0
#endif

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 1 << 20) return 0;
    char *block = malloc(size); block[size - BEHIND_BY] = 0;
    free(block);
    return 0;
}
