// Numbers of standard input: any may come, or something else, or nothing.
// EXPECTED: unknown, line 14: a number of the input is too large for its object
// EXPECTED --check undefined-behaviour: violated undefined-behaviour in line 14
// EXPECTED -DUNCHECKED: unknown, line 21: branch on an uninitialized value
// EXPECTED -DFAR: violated out-of-bounds in line 23
// EXPECTED -DNEXT: violated assertion in line 19
#include <assert.h>
#include <stdio.h>

int main(void) {
    int index, other, read;
    int numbers[8] = {0};
#ifndef UNCHECKED
    if (scanf("%d", &index) != 1 || index < 0) return 0;
#else
    scanf("%d", &index);
#endif
#ifdef NEXT
    assert(getchar() != 'x');
#elif defined(UNCHECKED)
    if (index >= 0 && index < 8) return numbers[index];
#elif defined(FAR)
    numbers[index & 15] = 1;
#else
    if (index < 8) return numbers[index];
#endif
    return 0;
}
