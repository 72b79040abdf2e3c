// A block grows: its contents move, and the old pointer leads nowhere.
// EXPECTED: verified
// EXPECTED -DSTALE: violated use-after-free in line 17
// EXPECTED --allocation-may-fail: violated invalid-dereference in line 12
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *numbers = malloc(2 * sizeof *numbers);
    numbers[0] = 7;
    numbers[1] = __VERIFIER_nondet_uchar();
    int *grown = realloc(numbers, 4 * sizeof *numbers);
    grown[3] = grown[1] + 1;
#ifdef STALE
    assert(numbers[0] == 7);
#endif
    assert(grown[0] == 7 && grown[3] > grown[1]);
    free(grown);
    return 0;
}
