// What runs before main and at the end is followed, in its order: the handlers first, the last one first, and not by abort.
// TRUE: double-free in line 14
// TRUE: double-free in line 17
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *kept;
static int *more;
static int value;

__attribute__((constructor)) static void before(void) { value = 42; }

__attribute__((destructor)) static void after(void) { free(kept); }

static void last(void) {
    free(more);
    more = 0;
}

int main(void) {
    if (value != 42) return *(int *)0;
    kept = malloc(4);
    more = malloc(4);
    atexit(last);
    switch (__VERIFIER_nondet_int()) {
    case 1:
        free(kept);
        exit(1);
    case 2:
        free(kept);
        abort();
    case 3:
        free(more);
        break;
    default:
        break;
    }
    return 0;
}
