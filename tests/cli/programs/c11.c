/* truth: correct */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* wc: lines, words, characters and longest line of each file */

struct count {
    const char *name;
    unsigned long lines, words, chars, longest;
};

static int count_file(struct count *c)
{
    unsigned long width = 0;
    int ch, in_word = 0;
    FILE *fp;

    if (strcmp(c->name, "-") == 0)
        fp = stdin;
    else
        fp = fopen(c->name, "rb");
    if (!fp)
        return 0;

    while ((ch = fgetc(fp)) != EOF) {
        c->chars++;
        if (ch == '\n') {
            c->lines++;
            width = 0;
        } else if (++width > c->longest) {
            c->longest = width;
        }
        if (isspace(ch))
            in_word = 0;
        else if (!in_word) {
            in_word = 1;
            c->words++;
        }
    }
    if (fp != stdin)
        fclose(fp);
    return 1;
}

static int by_lines(const void *a, const void *b)
{
    const struct count *x = a, *y = b;
    return (x->lines < y->lines) - (x->lines > y->lines);
}

int main(int argc, char **argv)
{
    struct count *rec, total = { "total", 0, 0, 0, 0 };
    int i, n = 0, failed = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: wc file...\n");
        return 2;
    }
    rec = calloc(argc - 1, sizeof *rec);
    if (!rec)
        return 1;
    for (i = 1; i < argc; i++) {
        rec[n].name = argv[i];
        if (count_file(&rec[n])) {
            total.lines += rec[n].lines;
            total.words += rec[n].words;
            total.chars += rec[n].chars;
            if (rec[n].longest > total.longest)
                total.longest = rec[n].longest;
            n++;
        } else {
            perror(argv[i]);
            failed = 1;
        }
    }
    qsort(rec, n, sizeof *rec, by_lines);
    for (i = 0; i < n; i++)
        printf("%7lu %7lu %7lu %7lu %s\n", rec[i].lines, rec[i].words,
               rec[i].chars, rec[i].longest, rec[i].name);
    if (n > 1)
        printf("%7lu %7lu %7lu %7lu %s\n", total.lines, total.words,
               total.chars, total.longest, total.name);
    free(rec);
    return failed;
}
