// SAFE
/* Product of two small matrices with their number of rows and columns. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_DIM 6

typedef struct {
    int rows;
    int cols;
    long **at;
} matrix;

static void matrix_free(matrix *m)
{
    if (m == NULL)
        return;
    for (int r = 0; r < m->rows; r++)
        free(m->at[r]);
    free(m->at);
    free(m);
}

static matrix *matrix_new(int rows, int cols)
{
    matrix *m = malloc(sizeof *m);
    if (m == NULL)
        return NULL;
    m->rows = 0;
    m->cols = cols;
    m->at = malloc(rows * sizeof *m->at);
    if (m->at == NULL) {
        free(m);
        return NULL;
    }
    while (m->rows < rows) {
        long *row = calloc(cols, sizeof *row);
        if (row == NULL) {
            matrix_free(m);
            return NULL;
        }
        m->at[m->rows++] = row;
    }
    return m;
}

static void matrix_read(matrix *m)
{
    for (int r = 0; r < m->rows; r++)
        for (int c = 0; c < m->cols; c++)
            m->at[r][c] = __VERIFIER_nondet_int() % 100;
}

static matrix *matrix_mul(const matrix *a, const matrix *b)
{
    matrix *p;
    if (a->cols != b->rows)
        return NULL;
    p = matrix_new(a->rows, b->cols);
    if (p == NULL)
        return NULL;
    for (int r = 0; r < a->rows; r++)
        for (int c = 0; c < b->cols; c++)
            for (int k = 0; k < a->cols; k++)
                p->at[r][c] += a->at[r][k] * b->at[k][c];
    return p;
}

static int dimension(void)
{
    int d = __VERIFIER_nondet_int();
    return d < 1 ? 1 : d > MAX_DIM ? MAX_DIM : d;
}

int main(void)
{
    int ar = dimension(), ac = dimension();
    int br = dimension(), bc = dimension();
    matrix *a = matrix_new(ar, ac);
    matrix *b = matrix_new(br, bc);
    matrix *p = NULL;

    if (a != NULL && b != NULL) {
        matrix_read(a);
        matrix_read(b);
        p = matrix_mul(a, b);
    }
    if (p != NULL)
        printf("%dx%d, corners %ld and %ld\n", p->rows, p->cols,
               p->at[0][0], p->at[p->rows - 1][p->cols - 1]);
    else
        puts("no product");
    matrix_free(p);
    matrix_free(b);
    matrix_free(a);
    return 0;
}
