// An error for one number only, and a second one that depends on it.
// TRUE: use-after-free in line 14
// TRUE: double-free in line 15
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int key = __VERIFIER_nondet_int();
    int twice = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p);
    if (key == 4711 && twice == 2 * key)
        free(p);
    *p = 1;
    free(p);
    return 0;
}
