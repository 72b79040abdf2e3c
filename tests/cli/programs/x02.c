// SAFE
/* A ragged table: row i has len[i] cells. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int clamp(int v, int lo, int hi)
{
    if (v < lo)
        return lo;
    if (v > hi)
        return hi;
    return v;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i, j;

    if (n <= 0 || n > 16)
        return 0;

    int *len = malloc(sizeof(int) * n);
    int **row = malloc(sizeof(int *) * n);

    for (i = 0; i < n; i++) {
        len[i] = clamp(__VERIFIER_nondet_int(), 0, 9);
        row[i] = NULL;
        if (len[i] > 0) {
            row[i] = malloc(sizeof(int) * len[i]);
            for (j = 0; j < len[i]; j++)
                row[i][j] = clamp(__VERIFIER_nondet_int(), -1000, 1000);
        }
    }

    /* longest rows first */
    for (i = 0; i < n - 1; i++) {
        int best = i;
        for (j = i + 1; j < n; j++)
            if (len[j] > len[best])
                best = j;
        if (best != i) {
            int tl = len[i];
            int *tr = row[i];
            len[i] = len[best];
            row[i] = row[best];
            len[best] = tl;
            row[best] = tr;
        }
    }

    /* column totals, as wide as the first row */
    for (j = 0; j < len[0]; j++) {
        int total = 0;
        for (i = 0; i < n && j < len[i]; i++)
            total += row[i][j];
        printf("col %d: %d\n", j, total);
    }

    /* last cell of each row that has one */
    for (i = 0; i < n; i++)
        if (len[i] > 0)
            printf("row %d ends with %d\n", i, row[i][len[i] - 1]);

    for (i = n - 1; i >= 0; i--)
        free(row[i]);
    free(row);
    free(len);
    return 0;
}
