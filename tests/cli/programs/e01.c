/* truth: double free of the getline buffer (already freed at line 46) at line 58; shown by: e01 F where F has a line "5 x" (any line that is not a plain number) */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* statistics of a file of numbers, one a line */

struct num {
    long value;
    struct num *next;
};

static void release(struct num *n)
{
    while (n) {
        struct num *t = n->next;
        free(n);
        n = t;
    }
}

static int read_numbers(const char *name, struct num **out)
{
    FILE *fp = fopen(name, "r");
    char *line = NULL;
    size_t cap = 0;
    int lineno = 0, rc = 0;

    if (!fp) {
        perror(name);
        return -1;
    }
    while (getline(&line, &cap, fp) != -1) {
        char *end;
        long v;
        struct num *n;

        lineno++;
        v = strtol(line, &end, 10);
        while (isspace((unsigned char)*end))
            end++;
        if (*end != '\0') {
            fprintf(stderr, "%s:%d: bad number: %s", name, lineno, line);
            free(line);
            rc = -1;
            goto done;
        }
        n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = v;
        n->next = *out;
        *out = n;
    }
done:
    free(line);
    fclose(fp);
    return rc;
}

int main(int argc, char **argv)
{
    struct num *list = NULL, *n;
    double sum = 0;
    int count = 0;

    while (argc > 1 && *++argv) {
        if (read_numbers(*argv, &list) != 0) {
            release(list);
            return 1;
        }
    }
    for (n = list; n; n = n->next) {
        sum += n->value;
        count++;
    }
    if (count)
        printf("n=%d mean=%g\n", count, sum / count);
    release(list);
    return 0;
}
