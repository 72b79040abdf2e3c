// The bounded engine finds the first error at one iteration, and follows no more of them. What the shape analysis suspects behind
// three iterations is then asked about alone.
// EXPECTED: violated out-of-bounds in line 12 out-of-bounds in line 17 by the bounded engine
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char key = __VERIFIER_nondet_uchar();
    char block[8] = {0};
    if ((unsigned char)(key * 7) == 77)
        block[key] = 1;
    unsigned sum = 0;
    for (unsigned i = 0; i < (key & 7u); i++) {
        sum += i * i;
        if (sum == 5 && (unsigned char)(key * 29) == 43)
            block[key] = 1;
    }
    return block[0];
}
