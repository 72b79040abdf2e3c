// The product of two sizes that no word holds is no small block: there is none.
// EXPECTED: violated invalid-dereference in line 19
// EXPECTED -DPOINTER: unknown, line 18: not followed: a block larger than memory
// EXPECTED -DSMALL: verified
// EXPECTED -DSMALL -DPOINTER: verified
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
#ifdef POINTER
    void *(*allocate)(size_t, size_t) = calloc;
#define calloc allocate
#endif
    unsigned long count = __VERIFIER_nondet_ulong();
#ifdef SMALL
    if (count > 1000) return 0;
#endif
    char *bytes = calloc(count, 16);
    if (count) bytes[15] = bytes[count - 1] + bytes[16 * count - 1];
    free(bytes);
    return 0;
}
