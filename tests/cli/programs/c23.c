/* truth: correct */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* copy standard input to standard output, each line with a time stamp;
 * an optional argument is a tag, cut to 15 characters */

static void now(char *out, size_t size)
{
    time_t t = time(NULL);
    char *s = ctime(&t);

    if (s == NULL) {
        snprintf(out, size, "%s", "unknown time");
        return;
    }
    snprintf(out, size, "%s", s);
    out[strcspn(out, "\n")] = '\0';
}

int main(int argc, char *argv[])
{
    char tag[16] = "log";
    char stamp[40], line[200];
    int at_start = 1;
    unsigned long lines = 0;

    if (argc > 2) {
        fprintf(stderr, "usage: %s [tag]\n", argv[0]);
        return 2;
    }
    if (argc == 2) {
        strncpy(tag, argv[1], sizeof tag);
        tag[sizeof tag - 1] = '\0';
    }

    while (fgets(line, sizeof line, stdin) != NULL) {
        char *nl = strchr(line, '\n');

        if (at_start) {
            now(stamp, sizeof stamp);
            printf("%s %s: ", stamp, tag);
            lines++;
        }
        fputs(line, stdout);
        at_start = nl != NULL;
    }
    if (!at_start)
        putchar('\n');
    if (ferror(stdin)) {
        perror("stdin");
        return 1;
    }
    fprintf(stderr, "%lu lines\n", lines);
    return 0;
}
