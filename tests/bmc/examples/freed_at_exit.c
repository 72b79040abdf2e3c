// What runs at the end of a program: the last one registered first, and not where another one is registered.
// EXPECTED: verified
// EXPECTED -DLEFT: violated memory-leak
// EXPECTED -DORDER: violated use-after-free in line 15
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *block;

static void free_block(void) { free(block); }

static void use_block(void) {
    if (block)
        *block = 1;
}

int main(void) {
#ifdef ORDER
    atexit(use_block);
    atexit(free_block);
#else
    atexit(free_block);
    atexit(use_block);
#endif
    block = malloc(sizeof *block);
    if (__VERIFIER_nondet_int()) {
#ifdef LEFT
        block = 0;
#endif
        exit(1);
    }
    return 0;
}
