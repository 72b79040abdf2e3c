// A loop without a bound lies before the end of the program, but none lies before the access. Nothing is known of the program as a
// whole; of the access alone everything is, and the suspicion disappears.
// EXPECTED: unknown, perhaps out-of-bounds in line 18
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char key = __VERIFIER_nondet_uchar();
    char block[8] = {0};
    if ((unsigned char)(key * 29) == 43 && key != 231)
        block[key] = 1;
    unsigned long a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    while (a != b) {
        a = a * a + 1;
        b = b * b + 3;
    }
    return block[a % b];
}
