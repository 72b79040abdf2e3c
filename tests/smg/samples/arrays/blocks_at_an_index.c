// Where a block is stored depends on a number: looking at the cases allocates no more than one block in each.
// SAFE
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    void *blocks[2] = {0};
    int index = __VERIFIER_nondet_int();
    if (index < 0 || index > 1)
        return 0;
    blocks[index] = malloc(4);
    blocks[index] = realloc(blocks[index], 8);
    free(blocks[index]);
    blocks[index] = calloc(1, 4);
    free(blocks[index]);
    blocks[index] = strdup("a");
    free(blocks[index]);
    return 0;
}
