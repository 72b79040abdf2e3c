// A pointer that is an input is NULL, or leads anywhere, which is not followed.
// EXPECTED: violated invalid-dereference in line 13
// EXPECTED -DTESTED: unknown, line 9: not followed: an input of type int * that is not NULL
#include <stddef.h>

extern int *__VERIFIER_nondet_pointer(void);

int main(void) {
    int *input = __VERIFIER_nondet_pointer();
#if defined(TESTED)
    if (input == NULL)
#else
    *input = 1;
#endif
    return 0;
}
