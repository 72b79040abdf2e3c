#include <assert.h>

// Numbers of 128 bits that are too large to be followed are nothing in particular.
int main(void) {
    __uint128_t wide = 1 | ((__uint128_t)0xFFEEDDCCBBAA9988ULL << 64);
    unsigned char *bytes = (unsigned char *)&wide;
    if (bytes[8] != 0x88 || wide < 5 || wide >> 127 != 1) {
        int *none = 0;
        return *none;
    }
    return 0;
}
