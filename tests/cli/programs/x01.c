// SAFE
/* Gaussian elimination on an augmented matrix; rows are swapped by pointer. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void free_matrix(double **m, int rows)
{
    if (m == NULL)
        return;
    for (int i = 0; i < rows; i++)
        free(m[i]);
    free(m);
}

static double **new_matrix(int rows, int cols)
{
    double **m = malloc(rows * sizeof(double *));
    if (m == NULL)
        return NULL;
    for (int i = 0; i < rows; i++) {
        m[i] = malloc(cols * sizeof(double));
        if (m[i] == NULL) {
            free_matrix(m, i);
            return NULL;
        }
    }
    return m;
}

static void swap_rows(double **m, int a, int b)
{
    double *t = m[a];
    m[a] = m[b];
    m[b] = t;
}

static int solve(double **a, int n, double *x)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        while (p < n && a[p][k] == 0.0)
            p++;
        if (p == n)
            return 0;
        if (p != k)
            swap_rows(a, p, k);
        for (int i = k + 1; i < n; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j <= n; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        double s = a[i][n];
        for (int j = i + 1; j < n; j++)
            s -= a[i][j] * x[j];
        x[i] = s / a[i][i];
    }
    return 1;
}

int main(void)
{
    int rc = 1;
    double **a = NULL;
    double *x = NULL;
    int n = __VERIFIER_nondet_int();

    if (n < 1 || n > 20) {
        fprintf(stderr, "bad size\n");
        return 1;
    }
    a = new_matrix(n, n + 1);
    if (a == NULL)
        goto out;
    x = malloc(n * sizeof *x);
    if (x == NULL)
        goto out;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            a[i][j] = __VERIFIER_nondet_int();
    if (!solve(a, n, x)) {
        puts("singular");
        goto out;
    }
    for (int i = 0; i < n; i++)
        printf("x%d = %g\n", i, x[i]);
    rc = 0;
out:
    free(x);
    free_matrix(a, n);
    return rc;
}
