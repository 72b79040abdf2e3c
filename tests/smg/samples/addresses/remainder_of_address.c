// Objects are aligned for their types, blocks for every one, and so are addresses that lie a multiple of that behind.
// TRUE: invalid-dereference in line 17
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int numbers[3];
    char bytes[16];
    char *block = malloc(64);
    if ((uintptr_t)(numbers + 1) % sizeof(int) != 0)
        *(int *)0 = 1;
    if ((uintptr_t)(block + 21) % 16 != 5)
        *(int *)0 = 3;
    free(block);
    if ((uintptr_t)bytes % 2 != 0)
        *(int *)0 = 4;
    return 0;
}
