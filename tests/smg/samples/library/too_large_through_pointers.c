// A product that is too large makes calloc and reallocarray fail, also where they are called through pointers.
// SAFE
#include <stdlib.h>

int main(void)
{
    void *(*make)(size_t, size_t) = calloc;
    char *p = make(1UL << 33, 1UL << 33);
    if (p)
        p[0] = 1;
    char *q = reallocarray(0, 1UL << 32, 1UL << 32);
    if (q)
        q[0] = 1;
    return 0;
}
