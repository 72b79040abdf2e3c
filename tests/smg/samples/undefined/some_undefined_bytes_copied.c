// An unknown number of bytes is copied that were never written, to where others were.
// TRUE: uninitialized in line 13
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count == 0 || count > 10)
        return 0;
    char from[10], to[10] = {0};
    memcpy(to, from, count);
    if (to[9])
        return 1;
    return 0;
}
