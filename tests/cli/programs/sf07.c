// UNSAFE: -p as last argument makes argv[argc], NULL, the prefix (used by strlen in decorate): missing check, in line 45
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* prefix [-u] [-n COUNT] [-p TEXT | --prefix=TEXT]
   writes TEXT before each of the first COUNT lines of stdin */

struct options {
    int upper;
    long count;             /* -1: all lines */
    const char *prefix;
};

static int starts_with(const char *s, const char *head)
{
    return strncmp(s, head, strlen(head)) == 0;
}

static int parse_count(const char *s, long *out)
{
    char *end;

    errno = 0;
    *out = strtol(s, &end, 10);
    return errno == 0 && end != s && *end == '\0' && *out >= 0 ? 0 : -1;
}

static int parse_options(int argc, char **argv, struct options *o)
{
    int i;

    for (i = 1; i < argc; i++) {
        const char *a = argv[i];

        if (strcmp(a, "-u") == 0) {
            o->upper = 1;
        } else if (strcmp(a, "-n") == 0) {
            if (i + 1 >= argc || parse_count(argv[++i], &o->count) != 0)
                return -1;
        } else if (strcmp(a, "-p") == 0) {
            o->prefix = argv[++i];
        } else if (starts_with(a, "--prefix=")) {
            o->prefix = strchr(a, '=') + 1;
        } else {
            return -1;
        }
    }
    return 0;
}

static char *decorate(const struct options *o, const char *line)
{
    char *out = malloc(strlen(o->prefix) + strlen(line) + 1);
    char *p;

    if (out == NULL)
        return NULL;
    strcpy(out, o->prefix);
    strcat(out, line);
    if (o->upper)
        for (p = out + strlen(o->prefix); *p != '\0'; p++)
            *p = (char)toupper((unsigned char)*p);
    return out;
}

int main(int argc, char **argv)
{
    struct options o = { 0, -1, "> " };
    char *line = NULL;
    size_t size = 0;
    int status = 0;

    if (parse_options(argc, argv, &o) != 0) {
        fprintf(stderr, "usage: prefix [-u] [-n COUNT] [-p TEXT]\n");
        return 2;
    }
    while (o.count != 0 && getline(&line, &size, stdin) != -1) {
        char *out = decorate(&o, line);

        if (out == NULL) {
            perror("prefix");
            status = 1;
            break;
        }
        fputs(out, stdout);
        free(out);
        if (o.count > 0)
            o.count--;
    }
    free(line);
    return status;
}
