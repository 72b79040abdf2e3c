// No block has as many bytes as a negative number becomes.
// TRUE: invalid-dereference in line 12
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    char *block = malloc(size);
    if (size < 0)
        block[0] = 1;
    free(block);
    return 0;
}
