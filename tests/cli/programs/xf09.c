// BUG(memory-leak): line 24, on a bad row length the rows read so far are not freed
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct table {
    size_t nrows;
    size_t *len;
    long **row;
};

static struct table *table_read(size_t nrows)
{
    struct table *t = malloc(sizeof *t);
    t->nrows = nrows;
    t->len = malloc(nrows * sizeof *t->len);
    t->row = malloc(nrows * sizeof *t->row);

    for (size_t i = 0; i < nrows; i++) {
        int len = __VERIFIER_nondet_int();
        if (len < 1 || len > 20) {
            fprintf(stderr, "row %zu: bad length %d\n", i, len);
            free(t->row);
            free(t->len);
            free(t);
            return NULL;
        }
        t->len[i] = (size_t)len;
        t->row[i] = malloc(t->len[i] * sizeof(long));
        for (size_t j = 0; j < t->len[i]; j++)
            t->row[i][j] = __VERIFIER_nondet_int();
    }
    return t;
}

static void table_free(struct table *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->nrows; i++)
        free(t->row[i]);
    free(t->row);
    free(t->len);
    free(t);
}

static void sort_row(long *v, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        for (size_t j = n - 1; j > i; j--)
            if (v[j - 1] > v[j]) {
                long x = v[j];
                v[j] = v[j - 1];
                v[j - 1] = x;
            }
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 2;

    struct table *t = table_read((size_t)n);
    if (t == NULL)
        return 1;
    for (size_t i = 0; i < t->nrows; i++) {
        sort_row(t->row[i], t->len[i]);
        printf("median of row %zu: %ld\n", i, t->row[i][t->len[i] / 2]);
    }
    table_free(t);
    return 0;
}
