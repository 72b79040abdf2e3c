// BUG(out-of-bounds): line 19, the row above may be shorter than row i
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Running totals down the columns of a ragged sheet. */

static unsigned pick(unsigned lo, unsigned hi)
{
    unsigned v = (unsigned)__VERIFIER_nondet_int();
    return lo + v % (hi - lo + 1);
}

static void accumulate(unsigned **sheet, const unsigned *len, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = 0; j < len[i]; j++)
            sheet[i][j] += sheet[i - 1][j];
}

static unsigned row_total(const unsigned *row, unsigned len)
{
    unsigned sum = 0;
    while (len > 0)
        sum += row[--len];
    return sum;
}

int main(void)
{
    unsigned n = pick(1, 12);
    unsigned *len = malloc(n * sizeof *len);
    unsigned **sheet = malloc(n * sizeof *sheet);
    int rc = 0;

    if (len == NULL || sheet == NULL) {
        free(len);
        free(sheet);
        return 1;
    }
    for (unsigned i = 0; i < n; i++)
        sheet[i] = NULL;
    for (unsigned i = 0; i < n; i++) {
        len[i] = pick(1, 15);
        sheet[i] = malloc(len[i] * sizeof **sheet);
        if (sheet[i] == NULL) {
            rc = 1;
            goto release;
        }
        for (unsigned j = 0; j < len[i]; j++)
            sheet[i][j] = pick(0, 99);
    }

    accumulate(sheet, len, n);
    for (unsigned i = 0; i < n; i++)
        printf("%u: %u\n", i, row_total(sheet[i], len[i]));

release:
    for (unsigned i = 0; i < n; i++)
        free(sheet[i]);
    free(sheet);
    free(len);
    return rc;
}
