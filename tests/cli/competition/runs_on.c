// A block is lost, and the program does not end: only tracking is broken.
// valid-memsafety: FALSE(valid-memtrack)
// valid-memcleanup: UNKNOWN
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    p = NULL;
    for (;;) {
    }
}
