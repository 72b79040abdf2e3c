// A table of blocks. What lies in front of an index is filled, then freed; what lies behind it is not written yet.
// SAFE
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
    for (int i = 0; i < used; i++)
        free(blocks[i]);
    return 0;
}
