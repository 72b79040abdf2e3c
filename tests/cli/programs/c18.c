/* truth: correct */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* minimum, maximum, mean and median of the integer arguments */

static int cmp_long(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;

    return (x > y) - (x < y);
}

static double median(const long *v, size_t n)
{
    if (n % 2 == 1)
        return (double)v[n / 2];
    return ((double)v[n / 2 - 1] + (double)v[n / 2]) / 2.0;
}

int main(int argc, char **argv)
{
    long *v = NULL;
    size_t n = 0, cap = 0, i;
    double sum = 0.0;
    const char *prog = argv[0];

    while (*++argv != NULL) {
        char *end;
        long x;

        errno = 0;
        x = strtol(*argv, &end, 0);
        if (end == *argv || *end != '\0' || errno == ERANGE) {
            fprintf(stderr, "%s: bad number '%s'\n", prog, *argv);
            free(v);
            return 1;
        }
        if (n == cap) {
            long *tmp;
            cap = cap == 0 ? 4 : cap * 2;
            tmp = realloc(v, cap * sizeof *v);
            if (tmp == NULL) {
                perror("realloc");
                free(v);
                return 1;
            }
            v = tmp;
        }
        v[n++] = x;
    }
    if (n == 0) {
        fprintf(stderr, "usage: %s number...\n", prog);
        return 2;
    }
    qsort(v, n, sizeof v[0], cmp_long);
    for (i = 0; i < n; i++)
        sum += (double)v[i];
    printf("n      %zu\n", n);
    printf("min    %ld\n", v[0]);
    printf("max    %ld\n", v[n - 1]);
    printf("mean   %.3f\n", sum / (double)n);
    printf("median %.1f\n", median(v, n));
    free(v);
    return 0;
}
