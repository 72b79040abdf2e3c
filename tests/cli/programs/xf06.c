// BUG(uninitialized): line 20, counters gained by realloc are incremented without having been set to 0
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* one histogram per group; a histogram grows when a larger value arrives */
struct histo {
    unsigned *count;
    unsigned size;
};

static void tally(struct histo *h, unsigned value)
{
    if (value >= h->size) {
        unsigned size = value + 1;
        h->count = realloc(h->count, size * sizeof(unsigned));
        h->size = size;
    }
    h->count[value]++;
}

static unsigned most_common(const struct histo *h)
{
    unsigned best = 0;
    for (unsigned v = 1; v < h->size; v++)
        if (h->count[v] > h->count[best])
            best = v;
    return best;
}

int main(void)
{
    int groups = __VERIFIER_nondet_int();
    int samples = __VERIFIER_nondet_int();

    if (groups < 1 || groups > 10)
        return 1;
    if (samples < 0)
        return 1;
    if (samples > 50)
        samples = 50;

    struct histo *h = malloc(groups * sizeof *h);
    for (int g = 0; g < groups; g++) {
        h[g].size = 4;
        h[g].count = calloc(4, sizeof(unsigned));
    }
    for (int s = 0; s < samples; s++) {
        int g = __VERIFIER_nondet_int();
        int v = __VERIFIER_nondet_int();
        if (g < 0 || g >= groups || v < 0 || v > 15)
            continue;
        tally(&h[g], (unsigned)v);
    }
    for (int g = 0; g < groups; g++) {
        printf("group %d: %u\n", g, most_common(&h[g]));
        free(h[g].count);
    }
    free(h);
    return 0;
}
