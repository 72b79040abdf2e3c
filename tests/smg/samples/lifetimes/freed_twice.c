// Two names for one block.
// TRUE: double-free in line 9
#include <stdlib.h>

int main(void)
{
    void *block = malloc(8), *same = block;
    free(block);
    free(same);
    return 0;
}
