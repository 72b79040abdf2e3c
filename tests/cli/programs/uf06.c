// UNSAFE: out-of-bounds in line 26
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct histogram {
    int bins;
    unsigned long total;
    unsigned long *hits;
};

static struct histogram *hist_open(int bins) {
    struct histogram *h = malloc(sizeof(struct histogram));
    h->bins = bins;
    h->total = 0;
    h->hits = calloc((size_t)bins, sizeof(unsigned long));
    if (h->hits == NULL)
        exit(1);
    return h;
}

static void hist_count(struct histogram *h, int sample) {
    int bin = sample % h->bins;
    h->hits[bin]++;
    h->total++;
}

static int hist_fullest(const struct histogram *h) {
    int best = 0;
    for (int i = 1; i < h->bins; i++)
        if (h->hits[i] > h->hits[best])
            best = i;
    return best;
}

static void hist_close(struct histogram *h) {
    free(h->hits);
    free(h);
}

int main(void) {
    int bins = __VERIFIER_nondet_int();
    if (bins < 1)
        bins = 1;
    if (bins > 4096)
        bins = 4096;

    struct histogram *h = hist_open(bins);
    while (__VERIFIER_nondet_int())
        hist_count(h, __VERIFIER_nondet_int());

    int best = hist_fullest(h);
    printf("%d: %lu of %lu\n", best, h->hits[best], h->total);
    hist_close(h);
    return 0;
}
