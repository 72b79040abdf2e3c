// A block of no bytes may be NULL, and may be none that is: both happen.
// EXPECTED: verified
// EXPECTED -DNONE: violated assertion in line 15
// EXPECTED -DSOME: violated assertion in line 17
// EXPECTED -DALIGNED: violated assertion in line 19
// EXPECTED -DCLEARED: violated assertion in line 21
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint() % 3;
#ifdef NONE
    char *block = malloc(size); assert(block != NULL);
#elif defined SOME
    char *block = malloc(size); assert(size != 0 || block == NULL);
#elif defined ALIGNED
    char *block = aligned_alloc(8, 8 * size); assert(block != NULL);
#elif defined CLEARED
    char *block = calloc(size, 4); assert(block != NULL);
#else
    char *block = malloc(size);
    assert(size == 0 || block != NULL);
    if (size > 0)
        block[size - 1] = 1;
#endif
    free(block);
    return 0;
}
