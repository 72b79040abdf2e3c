// When `exit` is called, variables still lead to the block.
// valid-memsafety: TRUE
// all-of-memory: FALSE(valid-memcleanup)
// valid-memcleanup: FALSE(valid-memcleanup)
#include <stdlib.h>
void stop(void) {
    int *q = malloc(sizeof *q);
    exit(0);
}
int main(void) {
    int *p = malloc(sizeof *p);
    stop();
    return 0;
}
