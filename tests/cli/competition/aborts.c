// A program that aborts loses no block. Whether it must have freed all is not settled.
// valid-memsafety: TRUE
// valid-memcleanup: UNKNOWN
// unreach-call: TRUE
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    assert(__VERIFIER_nondet_int() != 5);
    free(p);
    return 0;
}
