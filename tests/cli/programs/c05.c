/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* sort the lines of files; -r reverse, -u unique, -n numeric */

static int reverse, numeric;

static int compare(const void *a, const void *b)
{
    const char *x = *(char *const *)a;
    const char *y = *(char *const *)b;
    int r = 0;

    if (numeric) {
        long i = strtol(x, NULL, 10), j = strtol(y, NULL, 10);
        r = (i > j) - (i < j);
    }
    if (r == 0)
        r = strcmp(x, y);
    return reverse ? -r : r;
}

static char **lines;
static size_t nlines, cap;

static void slurp(FILE *fp)
{
    char *buf = NULL;
    size_t bufsz = 0;
    ssize_t len;

    while ((len = getline(&buf, &bufsz, fp)) > 0) {
        if (buf[len - 1] == '\n')
            buf[len - 1] = '\0';
        if (nlines == cap) {
            size_t ncap = cap ? cap * 2 : 16;
            char **t = realloc(lines, ncap * sizeof *t);
            if (!t) {
                perror("realloc");
                exit(1);
            }
            lines = t;
            cap = ncap;
        }
        lines[nlines++] = buf;  /* the line now belongs to the array */
        buf = NULL;
        bufsz = 0;
    }
    free(buf);
}

int main(int argc, char **argv)
{
    int opt, unique = 0, status = 0;
    size_t i;

    while ((opt = getopt(argc, argv, "run")) != -1) {
        switch (opt) {
        case 'r': reverse = 1; break;
        case 'u': unique = 1; break;
        case 'n': numeric = 1; break;
        default:
            fprintf(stderr, "usage: %s [-run] [file...]\n", argv[0]);
            return 2;
        }
    }
    if (optind >= argc)
        slurp(stdin);
    for (; optind < argc; optind++) {
        FILE *fp = fopen(argv[optind], "r");
        if (!fp) {
            perror(argv[optind]);
            status = 1;
            continue;
        }
        slurp(fp);
        fclose(fp);
    }
    if (nlines > 1)
        qsort(lines, nlines, sizeof *lines, compare);
    for (i = 0; i < nlines; i++)
        if (!unique || i == 0 || strcmp(lines[i], lines[i - 1]) != 0)
            puts(lines[i]);
    for (i = 0; i < nlines; i++)
        free(lines[i]);
    free(lines);
    return status;
}
