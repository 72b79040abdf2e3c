// The last turn of the loop writes behind the block.
// TRUE: out-of-bounds in line 9
#include <stdlib.h>

int main(void)
{
    int *block = malloc(4 * sizeof *block);
    for (int i = 0; i <= 4; i++)
        block[i] = i;
    free(block);
    return 0;
}
