// A global variable leads to the block when the program ends.
// valid-memsafety: TRUE
// all-of-memory: FALSE(valid-memcleanup)
// valid-memcleanup: FALSE(valid-memcleanup)
#include <stdlib.h>
int *p;
int main(void) {
    p = malloc(sizeof *p);
    return 0;
}
