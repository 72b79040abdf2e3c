// What posix_memalign does not give is not written.
// TRUE: uninitialized in line 12
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    void *block;
    if (posix_memalign(&block, 16, size) != 0) {
        free(block);
        return 0;
    }
    free(block);
    char *other = aligned_alloc(16, 32);
    other[31] = 1;
    free(other);
    return 0;
}
