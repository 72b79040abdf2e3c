// A block is lost while the program runs, and then the program ends.
// valid-memsafety: FALSE(valid-memtrack)
// all-of-memory: FALSE(valid-memtrack)
// valid-memcleanup: FALSE(valid-memcleanup)
// unreach-call: TRUE
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    p = malloc(sizeof *p);
    free(p);
    return 0;
}
