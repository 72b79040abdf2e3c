// Some libraries give NULL for a block of no bytes, others an address that may be freed.
// TRUE: assertion in line 13
// TRUE: assertion in line 14
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    void *none = malloc(0), *cleared = calloc(0, 4), *aligned = aligned_alloc(8, 0);
    free(cleared);
    free(aligned);
    if (rand())
        assert(none != NULL);
    assert(none == NULL);
    free(none);
    return 0;
}
