// The error needs two values, each stored in a variable: a waypoint in front of the next statement says which.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    int index = __VERIFIER_nondet_int();
    int offset = __VERIFIER_nondet_int();
    if (index == 3 && offset == 2) {
        numbers[index + offset] = 1;
    }
    free(numbers);
    return 0;
}
