/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* sum a column of a separated file grouped by the first column
 *   c12 [-d SEP] [-k COLUMN] file */

struct sum {
    char *name;
    double total;
    struct sum *next;
};

static void add(struct sum **list, const char *name, double x)
{
    struct sum **p, *s;

    for (p = list; *p; p = &(*p)->next) {
        int c = strcmp((*p)->name, name);
        if (c == 0) {
            (*p)->total += x;
            return;
        }
        if (c > 0)
            break;
    }
    s = malloc(sizeof *s);
    if (!s)
        abort();
    s->name = strdup(name);
    if (!s->name)
        abort();
    s->total = x;
    s->next = *p;
    *p = s;
}

int main(int argc, char **argv)
{
    const char *sep = ",";
    char *line = NULL, *end;
    size_t size = 0;
    long col = 2;
    unsigned long lineno = 0;
    struct sum *list = NULL;
    FILE *fp;
    int c;

    while ((c = getopt(argc, argv, "d:k:")) != -1) {
        if (c == 'd')
            sep = optarg;
        else if (c == 'k') {
            col = strtol(optarg, &end, 10);
            if (end == optarg || *end || col < 2) {
                fprintf(stderr, "bad column\n");
                return 2;
            }
        } else
            return 2;
    }
    if (optind != argc - 1) {
        fprintf(stderr, "one file expected\n");
        return 2;
    }
    if ((fp = fopen(argv[optind], "r")) == NULL) {
        perror(argv[optind]);
        return 1;
    }
    while (getline(&line, &size, fp) >= 0) {
        char *rest = line, *field, *first;
        long i = 1;
        double x;

        lineno++;
        line[strcspn(line, "\n")] = '\0';
        first = field = strsep(&rest, sep);
        while (i < col && (field = strsep(&rest, sep)) != NULL)
            i++;
        if (field == NULL) {
            fprintf(stderr, "line %lu: too few fields\n", lineno);
            continue;
        }
        x = strtod(field, &end);
        if (end == field) {
            fprintf(stderr, "line %lu: not a number: %s\n", lineno, field);
            continue;
        }
        add(&list, first, x);
    }
    free(line);
    fclose(fp);
    while (list) {
        struct sum *s = list;
        list = s->next;
        printf("%-20s %10.2f\n", s->name, s->total);
        free(s->name);
        free(s);
    }
    return 0;
}
