/* That the size is not known is reported, and what comes later is as well. */
#include <stdlib.h>

int main(void)
{
    size_t size;
    char *block = malloc(size);
    if (!block)
        return 0;
    return 0;
}
