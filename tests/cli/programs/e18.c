/* truth: line 23: buffer overflow: capacity test is off by one, a file with 9 numbers writes v[8] of an 8-element heap array */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* read numbers from a file, one a line, and print them in reverse order */

struct vec {
    double *v;
    size_t n, cap;
};

static void push(struct vec *a, double x)
{
    if (a->v == NULL || a->n > a->cap) {
        a->cap = a->cap ? a->cap * 2 : 8;
        a->v = realloc(a->v, a->cap * sizeof *a->v);
        if (a->v == NULL) {
            perror("realloc");
            exit(1);
        }
    }
    a->v[a->n++] = x;
}

int main(int argc, char *argv[])
{
    struct vec a = { NULL, 0, 0 };
    char line[128];
    FILE *fp;
    size_t i;
    int bad = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: %s file\n", argv[0]);
        return 2;
    }
    fp = strcmp(argv[1], "-") == 0 ? stdin : fopen(argv[1], "r");
    if (fp == NULL) {
        perror(argv[1]);
        return 1;
    }
    while (fgets(line, sizeof line, fp) != NULL) {
        char *end;
        double x = strtod(line, &end);

        if (end == line) {
            bad = 1;
            continue;
        }
        push(&a, x);
    }
    if (fp != stdin)
        fclose(fp);

    for (i = a.n; i > 0; i--)
        printf("%g\n", a.v[i - 1]);
    free(a.v);
    if (bad)
        fprintf(stderr, "%s: some lines are not numbers\n", argv[1]);
    return bad;
}
