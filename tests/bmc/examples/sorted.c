// Three numbers that a run chooses are sorted, and found again.
// EXPECTED: verified
// EXPECTED -DWRONG: violated assertion in line 23
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int compare(const void *first, const void *second) {
    const unsigned char *a = first, *b = second;
#ifdef WRONG
    return *a > *b;
#else
    return *a - *b;
#endif
}

int main(void) {
    unsigned char numbers[3], wanted;
    for (int index = 0; index < 3; index++) numbers[index] = __VERIFIER_nondet_uchar();
    wanted = numbers[1];
    qsort(numbers, 3, 1, compare);
    assert(numbers[0] <= numbers[1] && numbers[1] <= numbers[2]);
    unsigned char *found = bsearch(&wanted, numbers, 3, 1, compare);
    assert(found && *found == wanted);
    return 0;
}
