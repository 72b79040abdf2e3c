// A block may be found again by what was computed from its address: that it is lost is not certain.
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
