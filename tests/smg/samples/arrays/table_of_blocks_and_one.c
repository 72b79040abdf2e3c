// As table_of_blocks, but one element too many is freed.
// TRUE: uninitialized in line 18
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *blocks[200];
    int used = 0;
    while (used < 199 && __VERIFIER_nondet_int()) {
        blocks[used] = malloc(sizeof(int));
        if (!blocks[used])
            break;
        *blocks[used] = used;
        used++;
    }
    for (int i = 0; i <= used; i++)
        free(blocks[i]);
    return 0;
}
