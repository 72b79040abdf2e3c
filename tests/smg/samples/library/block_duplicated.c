// The copy of a block holds what the block does.
// TRUE: uninitialized in line 16
#include <stdlib.h>

extern void *kmemdup(const void *, size_t, unsigned);

int main(void)
{
    char b[4] = {1, 2, 3}, c[4];
    c[0] = 1;
    char *p = kmemdup(b, 4, 0), *q = kmemdup(c, 4, 0);
    if (p && p[3])
        *(int *)0 = 1;
    if (q && q[0] != 1)
        *(int *)0 = 1;
    int zero = q && q[1] == 0;
    free(p);
    free(q);
    return zero;
}
