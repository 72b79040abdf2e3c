#include <assert.h>
#include <stdlib.h>

// The block is lost before the assertion fails.
int main(void) {
    int *p = malloc(4);
    p = 0;
    assert(p);
    return 0;
}
