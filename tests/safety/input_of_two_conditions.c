// The bounded engine finds the input that leads to what the shape analysis suspects.
// EXPECTED: violated double-free in line 18 by the bounded engine
// EXPECTED --unwind 0: unknown, perhaps double-free in line 18
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    char *block = malloc(1);
    if (a > 5000 || b > 5000) {
        free(block);
        return 0;
    }
    // a = 4001, b = 204
    if (a * 7 + b * 13 == 30659 && (a ^ b) == 3949)
        free(block);
    free(block);
    return 0;
}
