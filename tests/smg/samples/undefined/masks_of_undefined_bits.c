// Where a mask leaves nothing of what was never written, or sets all bits, that a branch depends on it is no error for certain.
// TRUE: uninitialized in line 13
// TRUE: uninitialized in line 16
#include <stdlib.h>

int main(void)
{
    unsigned *flags = malloc(2 * sizeof *flags);
    if (!flags)
        return 1;
    flags[0] &= 0;
    flags[0] |= 1;
    if (flags[0] != 1)
        abort();
    flags[1] |= 0xffffffff;
    if (!flags[1])
        abort();
    free(flags);
    return 0;
}
