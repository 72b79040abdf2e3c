/* truth: correct */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* tac: print the lines of the files in reverse order */

struct node {
    char *text;
    unsigned long number;
    struct node *next;
};

static struct node *push_lines(FILE *fp)
{
    struct node *top = NULL;
    char *line = NULL;
    size_t cap = 0;
    unsigned long number = 0;

    while (getline(&line, &cap, fp) > 0) {
        struct node *n = malloc(sizeof *n);

        line[strcspn(line, "\n")] = '\0';
        n->text = strdup(line);
        n->number = ++number;
        n->next = top;
        top = n;
    }
    free(line);
    return top;
}

static void print_and_free(struct node *n, int numbered)
{
    while (n) {
        struct node *dead = n;

        if (numbered)
            printf("%6lu\t", n->number);
        puts(n->text);
        n = n->next;
        free(dead->text);
        free(dead);
    }
}

int main(int argc, char *argv[])
{
    int opt, numbered = 0, status = EXIT_SUCCESS;

    while ((opt = getopt(argc, argv, "nh")) != -1) {
        switch (opt) {
        case 'n':
            numbered = 1;
            break;
        case 'h':
        default:
            fprintf(stderr, "usage: %s [-n] [file...]\n", argv[0]);
            return opt == 'h' ? EXIT_SUCCESS : EXIT_FAILURE;
        }
    }
    if (optind == argc)
        print_and_free(push_lines(stdin), numbered);
    for (; optind < argc; optind++) {
        FILE *fp = strcmp(argv[optind], "-") ? fopen(argv[optind], "r") : stdin;

        if (fp == NULL) {
            perror(argv[optind]);
            status = EXIT_FAILURE;
            continue;
        }
        print_and_free(push_lines(fp), numbered);
        if (fp != stdin)
            fclose(fp);
    }
    return status;
}
