// A block is lost while the program runs; whether the program then ends is not asked.
// valid-memsafety: FALSE(valid-memtrack)
// all-of-memory: FALSE(valid-memtrack)
// valid-memcleanup: UNKNOWN
// unreach-call: TRUE
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    p = malloc(sizeof *p);
    free(p);
    return 0;
}
