extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

int main(void)
{
    int *number = NULL;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return 0;
    case 1 ... 4:
        if (__VERIFIER_nondet_int())
            return 0;
        *number = 1;
        break;
    default:
        *number = 2;
    }
    return 0;
}
