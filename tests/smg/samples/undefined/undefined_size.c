// That the size is not known is reported, and what comes later is as well.
// TRUE: uninitialized in line 9
// TRUE: memory-leak in line 13
#include <stdlib.h>

int main(void)
{
    size_t size;
    char *block = malloc(size);
    if (!block)
        return 0;
    return 0;
}
