/* truth: line 67: double free: with -i and a pattern without upper-case letters, lower() returns its argument and both names are freed */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* tiny fixed-string grep of standard input */

/* lower-case version of s; allocated only when there is something to change */
static char *lower(char *s)
{
    char *copy, *p;

    for (p = s; *p != '\0' && !isupper((unsigned char)*p); p++)
        ;
    if (*p == '\0')
        return s;
    copy = strdup(s);
    for (p = copy; *p != '\0'; p++)
        *p = tolower((unsigned char)*p);
    return copy;
}

int main(int argc, char *argv[])
{
    char *pattern, *key = NULL, buf[512];
    unsigned long hits = 0;
    int opt, icase = 0, count = 0;

    while ((opt = getopt(argc, argv, "ic")) != -1) {
        if (opt == 'i')
            icase = 1;
        else if (opt == 'c')
            count = 1;
        else
            return 2;
    }
    if (optind >= argc) {
        fprintf(stderr, "usage: %s [-ic] pattern\n", argv[0]);
        return 2;
    }
    pattern = strdup(argv[optind]);
    if (icase)
        key = lower(pattern);

    while (fgets(buf, sizeof buf, stdin) != NULL) {
        int match;

        if (icase) {
            char *low = lower(buf);
            match = strstr(low, key) != NULL;
            if (low != buf)
                free(low);
        } else {
            match = strstr(buf, pattern) != NULL;
        }
        if (match) {
            hits++;
            if (!count)
                fputs(buf, stdout);
        }
    }
    if (count)
        printf("%lu\n", hits);
    free(pattern);
    free(key);
    return hits == 0;
}
