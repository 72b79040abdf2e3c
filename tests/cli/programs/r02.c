// SAFE
/* Matrices stored as arrays of row pointers. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void free_matrix(int **m, int rows)
{
    if (m == NULL)
        return;
    for (int i = 0; i < rows; i++)
        free(m[i]);
    free(m);
}

static int **new_matrix(int rows, int cols)
{
    int **m = malloc(rows * sizeof(int *));
    if (m == NULL)
        return NULL;
    for (int i = 0; i < rows; i++) {
        m[i] = malloc(cols * sizeof(int));
        if (m[i] == NULL) {
            free_matrix(m, i);
            return NULL;
        }
        for (int j = 0; j < cols; j++)
            m[i][j] = 0;
    }
    return m;
}

static int **transpose(int **a, int rows, int cols)
{
    int **t = new_matrix(cols, rows);
    if (t == NULL)
        return NULL;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            t[j][i] = a[i][j];
    return t;
}

static int **multiply(int **a, int **b, int n, int m, int p)
{
    int **c = new_matrix(n, p);
    if (c == NULL)
        return NULL;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++)
            for (int k = 0; k < m; k++)
                c[i][j] += a[i][k] * b[k][j];
    return c;
}

static void swap_rows(int **m, int i, int j)
{
    int *tmp = m[i];
    m[i] = m[j];
    m[j] = tmp;
}

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    int cols = __VERIFIER_nondet_int();
    if (rows < 1 || rows > 16 || cols < 1 || cols > 16)
        return 0;

    int rc = 1;
    int **t = NULL, **p = NULL;
    int **a = new_matrix(rows, cols);
    if (a == NULL)
        return 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            a[i][j] = __VERIFIER_nondet_int() % 100;

    t = transpose(a, rows, cols);
    if (t == NULL)
        goto out;
    p = multiply(a, t, rows, cols, rows);
    if (p == NULL)
        goto out;

    int r = __VERIFIER_nondet_int();
    if (r >= 0 && r < rows)
        swap_rows(p, 0, r);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++)
            printf("%8d", p[i][j]);
        printf("\n");
    }
    rc = 0;
out:
    free_matrix(p, rows);
    free_matrix(t, cols);
    free_matrix(a, rows);
    return rc;
}
