/* truth: correct */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* wc: count lines, words and characters */

struct counts {
    unsigned long lines, words, chars;
};

static int show_lines, show_words, show_chars;

static void count(FILE *fp, struct counts *c)
{
    int ch, in_word = 0;

    memset(c, 0, sizeof *c);
    while ((ch = getc(fp)) != EOF) {
        c->chars++;
        if (ch == '\n')
            c->lines++;
        if (isspace(ch)) {
            in_word = 0;
        } else if (!in_word) {
            in_word = 1;
            c->words++;
        }
    }
}

static void report(const struct counts *c, const char *name)
{
    if (show_lines)
        printf(" %7lu", c->lines);
    if (show_words)
        printf(" %7lu", c->words);
    if (show_chars)
        printf(" %7lu", c->chars);
    if (name)
        printf(" %s", name);
    putchar('\n');
}

int main(int argc, char *argv[])
{
    struct counts c, total = { 0, 0, 0 };
    int opt, i, status = 0;

    while ((opt = getopt(argc, argv, "lwc")) != -1) {
        switch (opt) {
        case 'l': show_lines = 1; break;
        case 'w': show_words = 1; break;
        case 'c': show_chars = 1; break;
        default:
            fprintf(stderr, "usage: %s [-lwc] [file...]\n", argv[0]);
            exit(2);
        }
    }
    if (!show_lines && !show_words && !show_chars)
        show_lines = show_words = show_chars = 1;

    if (optind == argc) {
        count(stdin, &c);
        report(&c, NULL);
        return 0;
    }
    for (i = optind; i < argc; i++) {
        FILE *fp = fopen(argv[i], "r");
        if (fp == NULL) {
            perror(argv[i]);
            status = 1;
            continue;
        }
        count(fp, &c);
        fclose(fp);
        report(&c, argv[i]);
        total.lines += c.lines;
        total.words += c.words;
        total.chars += c.chars;
    }
    if (argc - optind > 1)
        report(&total, "total");
    return status;
}
