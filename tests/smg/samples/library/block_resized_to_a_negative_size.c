// No block grows to as many bytes as a negative number becomes: the old one stays, and must be freed.
// TRUE: memory-leak in line 16
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    char *block = malloc(1);
    char *grown = realloc(block, size);
    if (grown == NULL)
        return 0;
    free(grown);
    return 0;
}
