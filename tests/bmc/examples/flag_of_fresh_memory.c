// A branch on what was never written; `calloc` writes zeros.
// EXPECTED --check undefined-behaviour: violated uninitialized in line 16
// EXPECTED -DALLOCATE=calloc(1, --check undefined-behaviour: verified
#include <stdlib.h>

#ifndef ALLOCATE
#define ALLOCATE malloc(
#endif

struct object { int flag; };

int main(void) {
    struct object *made = ALLOCATE sizeof *made);
    int result = 0;

    if (made->flag) result = 1;
    free(made);
    return result;
}
