// What is true of an input is true of some input after its conversion.
// TRUE: memory-leak in line 12
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    size_t size = __VERIFIER_nondet_int();
    if (size < 16 || size > 4096)
        return 0;
    malloc(size);
    return 0;
}
