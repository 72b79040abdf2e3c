// A block may be found again by what was computed from its address: that it is lost is not certain.
// SAFE
// FALSE ALARM: memory-leak in line 22: the address is computed again
// FALSE ALARM: invalid-free in line 23: the address is computed again
// FALSE ALARM: memory-leak in line 27: the address is computed again
// FALSE ALARM: invalid-free in line 28: the address is computed again
// FALSE ALARM: memory-leak in line 34: the address is computed again
// FALSE ALARM: invalid-free in line 36: the address is computed again
// FALSE ALARM: memory-leak in line 41: the address is computed again
// FALSE ALARM: invalid-free in line 42: the address is computed again
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct narrow {
    uintptr_t address : 60;
};

int main(void) {
    int *p = malloc(4);
    uintptr_t hidden = ~(uintptr_t)p;
    p = NULL;
    free((void *)~hidden);

    int *q = malloc(4), *base = malloc(4);
    uintptr_t distance = (uintptr_t)q - (uintptr_t)base;
    q = (int *)((uintptr_t)base + distance);
    free(q);
    free(base);

    char text[40];
    int *r = malloc(4);
    sprintf(text, "%p", (void *)r);
    r = NULL;
    sscanf(text, "%p", (void **)&r);
    free(r);

    int *s = malloc(4);
    struct narrow kept;
    kept.address = (uintptr_t)s;
    s = NULL;
    free((void *)(uintptr_t)kept.address);
    return 0;
}
