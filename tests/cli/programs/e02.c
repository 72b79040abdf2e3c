/* truth: NULL dereference (unchecked getenv) at line 49; shown by: env -u NOTES_DIR e02 title words (no file needed; fine when NOTES_DIR is set) */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <time.h>

/* print the path of a new note, made of $NOTES_DIR, the day and a slug */

static char *slug(int n, char **words)
{
    size_t len = 1;
    char *out, *p;
    int i;

    for (i = 0; i < n; i++)
        len += strlen(words[i]) + 1;
    out = p = malloc(len);
    if (!out)
        exit(1);
    for (i = 0; i < n; i++) {
        const char *w;
        if (p != out)
            *p++ = '-';
        for (w = words[i]; *w; w++)
            if (isalnum((unsigned char)*w))
                *p++ = tolower((unsigned char)*w);
    }
    *p = '\0';
    return out;
}

int main(int argc, char **argv)
{
    char day[32], *dir, *name, *path;
    time_t now = time(NULL);
    struct tm *tm = localtime(&now);
    size_t need, dlen;

    if (argc < 2) {
        fprintf(stderr, "usage: note title...\n");
        return 1;
    }
    if (!tm || strftime(day, sizeof day, "%Y-%m-%d", tm) == 0)
        return 1;

    dir = getenv("NOTES_DIR");
    dlen = strlen(dir);
    while (dlen > 1 && dir[dlen - 1] == '/')
        dlen--;

    name = slug(argc - 1, argv + 1);
    need = dlen + strlen(day) + strlen(name) + sizeof "/-.txt";
    path = malloc(need);
    if (!path) {
        free(name);
        return 1;
    }
    snprintf(path, need, "%.*s/%s-%s.txt", (int)dlen, dir, day, name);
    puts(path);
    free(path);
    free(name);
    return 0;
}
