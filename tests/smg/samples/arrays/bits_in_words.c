// Bits are in as many words as their number, divided by 32 and rounded up, says.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned count = __VERIFIER_nondet_int(), bit = __VERIFIER_nondet_int();
    if (count == 0 || count > 100000) return 0;
    unsigned *words = calloc((count + 31) / 32, sizeof(unsigned));
    if (bit < count) words[bit >> 5] |= 1u << (bit & 31);
    free(words);
    return 0;
}
