/* truth: correct */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* sort the lines of standard input */

static int reverse, fold;

static int cmp(const void *a, const void *b)
{
    const char *x = *(char *const *)a;
    const char *y = *(char *const *)b;
    int r = fold ? strcasecmp(x, y) : strcmp(x, y);

    if (reverse)
        return (r < 0) - (r > 0);
    return r;
}

int main(int argc, char **argv)
{
    char **lines = NULL, *line = NULL;
    size_t n = 0, cap = 0, len = 0, i;
    ssize_t got;
    int opt, unique = 0;

    while ((opt = getopt(argc, argv, "rfu")) != -1) {
        switch (opt) {
        case 'r':
            reverse = 1;
            break;
        case 'f':
            fold = 1;
            break;
        case 'u':
            unique = 1;
            break;
        default:
            fprintf(stderr, "usage: %s [-rfu] < input\n", argv[0]);
            return 2;
        }
    }

    while ((got = getline(&line, &len, stdin)) != -1) {
        if (got > 0 && line[got - 1] == '\n')
            line[got - 1] = '\0';
        if (n == cap) {
            cap = cap ? cap * 2 : 16;
            lines = realloc(lines, cap * sizeof *lines);
        }
        lines[n++] = line;
        line = NULL;
        len = 0;
    }
    free(line);

    if (n > 0)
        qsort(lines, n, sizeof *lines, cmp);
    for (i = 0; i < n; i++) {
        if (unique && i > 0 && cmp(&lines[i - 1], &lines[i]) == 0)
            continue;
        puts(lines[i]);
    }
    for (i = 0; i < n; i++)
        free(lines[i]);
    free(lines);
    return 0;
}
