// The number of words is rounded down.
// TRUE: out-of-bounds in line 9
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned count = __VERIFIER_nondet_int(), bit = __VERIFIER_nondet_int();
    if (count < 32 || count > 100000) return 0;
    unsigned *words = calloc(count / 32, sizeof(unsigned));
    if (bit < count) words[bit >> 5] |= 1u << (bit & 31);
    free(words);
    return 0;
}
