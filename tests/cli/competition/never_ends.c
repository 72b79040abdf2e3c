// A variable that is not read again leads to the block, and the program does not end.
// valid-memsafety: TRUE
// valid-memcleanup: TRUE
// termination: UNKNOWN
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    for (;;) {
    }
}
