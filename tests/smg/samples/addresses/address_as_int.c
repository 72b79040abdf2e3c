// An int is no place for an address, even where it is equal to one.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    int number = __VERIFIER_nondet_int();
    if (p && (long)p == number)
        number++;
    free(p);
    return number == 0;
}
