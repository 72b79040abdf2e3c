// What ends runs in a helper is told once, and ends them in each of its calls: nothing behind either call is settled.
// EXPECTED: unknown, perhaps double-free in line 29
// EXPECTED -DMIRRORED: unknown, perhaps double-free in line 20
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

static char *resized(char *block, unsigned size)
{
    return realloc(block, size + 0 / size);
}

int main(void)
{
    unsigned size = __VERIFIER_nondet_uchar() & 3;
    char *block = malloc(1), *new;
#ifdef MIRRORED
    if (__VERIFIER_nondet_uchar()) {
        new = resized(block, size);
        if (!new)
            free(block);
    } else
        new = resized(block, size);
#else
    if (__VERIFIER_nondet_uchar())
        new = resized(block, size);
    else {
        new = resized(block, size);
        if (!new)
            free(block);
    }
#endif
    free(new);
    return 0;
}
