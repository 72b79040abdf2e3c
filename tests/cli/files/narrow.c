/* With words of 32 bits the block would be too large, and a swapped number of 64 bits has as many. */
#include <stdlib.h>

int main(void)
{
    char *p = calloc(65536, 65536);
    if (p)
        p[0] = 1;
    free(p);
    if (__builtin_bswap64(1) >> 32 == 0)
        *(int *)0 = 1;
    return 0;
}
