#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = NULL, i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i > 3 && j > 3 && i * j == 10)
        return *p;
    return 0;
}
