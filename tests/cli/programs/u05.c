// SAFE
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct Matrix
{
    int rows;
    int cols;
    int **cell;
} Matrix;

static Matrix *matrix_create(int rows, int cols)
{
    Matrix *m = malloc(sizeof(Matrix));
    m->rows = rows;
    m->cols = cols;
    m->cell = malloc((size_t)rows * sizeof(int *));
    for (int r = 0; r < rows; r++)
    {
        m->cell[r] = malloc((size_t)cols * sizeof(int));
        for (int c = 0; c < cols; c++)
            m->cell[r][c] = 0;
    }
    return m;
}

static void matrix_destroy(Matrix *m)
{
    for (int r = m->rows - 1; r >= 0; r--)
        free(m->cell[r]);
    free(m->cell);
    free(m);
}

static Matrix *matrix_transpose(const Matrix *m)
{
    Matrix *t = matrix_create(m->cols, m->rows);
    for (int r = 0; r < m->rows; r++)
        for (int c = 0; c < m->cols; c++)
            t->cell[c][r] = m->cell[r][c];
    return t;
}

static void matrix_swap_rows(Matrix *m, int a, int b)
{
    int *keep = m->cell[a];
    m->cell[a] = m->cell[b];
    m->cell[b] = keep;
}

static int inside(int i, int n)
{
    return 0 <= i && i < n;
}

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    int cols = __VERIFIER_nondet_int();
    if (rows <= 0 || cols <= 0 || rows > 400 || cols > 300)
        return 1;
    Matrix *m = matrix_create(rows, cols);
    while (__VERIFIER_nondet_int())
    {
        int a = __VERIFIER_nondet_int();
        int b = __VERIFIER_nondet_int();
        if (a == b)
        {
            Matrix *t = matrix_transpose(m);
            matrix_destroy(m);
            m = t;
        }
        else if (inside(a, m->rows) && inside(b, m->cols))
            m->cell[a][b] = __VERIFIER_nondet_int();
        else if (inside(a, m->rows) && inside(-1 - b, m->rows))
            matrix_swap_rows(m, a, -1 - b);
    }
    printf("%d x %d, corner %d\n", m->rows, m->cols, m->cell[m->rows - 1][m->cols - 1]);
    matrix_destroy(m);
    return 0;
}
