// Two bits were set and one was cleared, of what was never written: that one is looked at is no error for certain.
// TRUE: uninitialized in line 12
#include <stdlib.h>

int main(void)
{
    unsigned *flags = malloc(sizeof *flags);
    if (!flags)
        return 1;
    *flags &= ~4u;
    *flags |= 3;
    if (*flags & 1)
        *flags = 0;
    free(flags);
    return 0;
}
