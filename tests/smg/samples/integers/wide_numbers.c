// Numbers of 128 bits that are too large to be followed are nothing in particular.
// SAFE
// FALSE ALARM: invalid-dereference in line 11: the conditions are false for this number
#include <assert.h>

int main(void) {
    __uint128_t wide = 1 | ((__uint128_t)0xFFEEDDCCBBAA9988ULL << 64);
    unsigned char *bytes = (unsigned char *)&wide;
    if (bytes[8] != 0x88 || wide < 5 || wide >> 127 != 1) {
        int *none = 0;
        return *none;
    }
    return 0;
}
