/* truth: invalid free (pointer moved past leading blanks) at line 40; shown by: e12 F where F has a line that starts with white space, e.g. "  hello" (an empty line too) */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* print files without indentation, comments and empty lines, in reverse */

struct text {
    char *raw;
    struct text *below;
};

static struct text *push(struct text *top, const char *s)
{
    struct text *t = malloc(sizeof *t);

    if (!t)
        return top;
    t->raw = strdup(s);
    if (!t->raw) {
        free(t);
        return top;
    }
    t->below = top;
    return t;
}

static void print_and_free(struct text *t)
{
    while (t) {
        struct text *below = t->below;
        char *s = t->raw;

        while (isspace((unsigned char)*s))
            s++;
        if (*s != '\0' && *s != '#')
            fputs(s, stdout);
        free(s);
        free(t);
        t = below;
    }
}

static int load(const char *name, struct text **top)
{
    char buf[300];
    FILE *fp = fopen(name, "r");

    if (fp == NULL)
        return -1;
    while (fgets(buf, sizeof buf, fp))
        *top = push(*top, buf);
    fclose(fp);
    return 0;
}

int main(int argc, char **argv)
{
    struct text *top = NULL;
    int bad = 0;

    if (argc < 2)
        return 2;
    while (*++argv) {
        if (load(*argv, &top) < 0) {
            fprintf(stderr, "cannot read %s\n", *argv);
            bad = 1;
        }
    }
    print_and_free(top);
    return bad;
}
