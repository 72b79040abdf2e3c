// A function without a prototype, and one that ends the program while it still has a block.
// EXPECTED: verified
// EXPECTED --leaks-at-exit: violated memory-leak in line 11
#include <stdlib.h>

static int twice() { return 2; }

int main(void) {
    int *kept = malloc(sizeof *kept);
    *kept = twice();
    exit(*kept - 2);
}
