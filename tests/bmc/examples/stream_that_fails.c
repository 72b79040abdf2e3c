// A stream may fail: who looks at what it says sees it, and that is not followed.
// EXPECTED: unknown, line 17: not followed: a stream or a clock that fails
// EXPECTED -DIGNORED: verified
// EXPECTED -DASKED: unknown, line 23: not followed: a stream or a clock that fails
// EXPECTED -DWRONG: violated assertion in line 17
#include <assert.h>
#include <stdio.h>

#ifdef WRONG
#define DIGITS 3
#else
#define DIGITS 2
#endif

int main(void) {
#if !defined(IGNORED) && !defined(ASKED)
    assert(printf("%d", 10) == DIGITS);
#elif defined(IGNORED)
    printf("%d", 10);
    puts("");
#else
    int got = getchar();
    assert(got != EOF || feof(stdin));
#endif
    return 0;
}
