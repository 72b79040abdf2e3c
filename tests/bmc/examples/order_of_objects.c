// Objects lie apart, in some order, which stays the same.
// EXPECTED: verified
// EXPECTED -DWRONG: violated assertion in line 28
// EXPECTED -DNUMBER: verified
// EXPECTED -DNUMBERS: unknown, line 32: not followed: the order of addresses in different objects
// EXPECTED -DLITERALS: verified
// EXPECTED -DMERGED: unknown, line 36: not followed: whether equal string literals are one object
// EXPECTED -DMOVE: verified
#include <assert.h>
#include <stdlib.h>

static char one[4] = "abc", other[4];

static void move(char *target, const char *source, int count) {
    if (target < source)
        for (int at = 0; at < count; at++) target[at] = source[at];
    else
        for (int at = count; at-- > 0; ) target[at] = source[at];
}

int main(void) {
    int *block = malloc(8), *second = malloc(8);
#if defined(MOVE)
    move(other, one, 4);
    move(other + 1, other, 3);
    assert(other[0] == 'a' && other[1] == 'a' && other[3] == 'c');
#elif defined(WRONG)
    assert(block < second);
#elif defined(NUMBER)
    assert((unsigned long)block > 42 && (unsigned long)block < -1ul && !((unsigned long)&one < 42));
#elif defined(NUMBERS)
    assert((unsigned long)block > 1000000);
#elif defined(LITERALS)
    assert("one" != "two" && "one" != "stone" + 1);
#elif defined(MERGED)
    assert("one" != "stone" + 2);
#else
    int before = block < second;
    assert(before == (block <= second) && before == (second > block) && before == (block + 1 < second));
    assert(before != (second < block) && block < block + 1);
#endif
    free(block);
    free(second);
    return 0;
}
