// As table_of_blocks, but the last block is kept.
// TRUE: memory-leak in line 20
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *blocks[200];
    int used = 0;
    while (used < 200 && __VERIFIER_nondet_int()) {
        blocks[used] = malloc(sizeof(int));
        if (!blocks[used])
            break;
        *blocks[used] = used;
        used++;
    }
    for (int i = 0; i + 1 < used; i++)
        free(blocks[i]);
    return 0;
}
