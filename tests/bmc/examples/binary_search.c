// Binary search in eight sorted numbers finds what is there.
// EXPECTED: verified
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int numbers[8];
    for (int i = 0; i < 8; i++) {
        numbers[i] = __VERIFIER_nondet_int();
        if (i > 0 && numbers[i] < numbers[i - 1]) return 0;
    }
    int wanted = __VERIFIER_nondet_int(), low = 0, high = 7, found = -1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (numbers[middle] == wanted) {
            found = middle;
            break;
        }
        if (numbers[middle] < wanted) low = middle + 1;
        else high = middle - 1;
    }
    if (found < 0)
        for (int i = 0; i < 8; i++) assert(numbers[i] != wanted);
    else assert(numbers[found] == wanted);
    return 0;
}
