// Two names for one block.
#include <stdlib.h>

int main(void)
{
    void *block = malloc(8), *same = block;
    free(block);
    free(same);
    return 0;
}
