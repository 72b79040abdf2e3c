// A megabyte of zeros is one object without fields.
// SAFE
#include <stdlib.h>

struct large {
    struct large *next;
    char bytes[1 << 20];
};

int main(void)
{
    struct large *block = calloc(1, sizeof *block);
    if (block->next || block->bytes[77])
        *(int *)0 = 1;
    free(block);
    return 0;
}
