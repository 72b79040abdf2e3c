// Of an alignment that is no power of two posix_memalign gives no block, and aligned_alloc perhaps.
// TRUE: invalid-dereference in line 14
// TRUE: invalid-dereference in line 22
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    void *q = 0;
    if (__VERIFIER_nondet_int()) {
        char *p = aligned_alloc(3, 10);
        if (!p)
            p[0] = 1;
        free(p);
        return 0;
    }
    if (posix_memalign(&q, 16, 10) != 0)
        return 0;
    free(q);
    if (posix_memalign(&q, 4, 10) != 0)
        *(int *)0 = 1;
    return 0;
}
