// As the GNU library does it: the block is freed, and there is no new one.
// TRUE: use-after-free in line 13
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *block = malloc(4);
    if (!block)
        return 0;
    char *none = realloc(block, 0);
    assert(none == NULL);
    block[0] = 1;
    return 0;
}
