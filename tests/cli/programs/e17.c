/* truth: line 27: memory leak: with -p given twice the first strdup'ed prefix is lost (allocation line given) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* prefix each line of standard input, optionally numbered */

static void usage(const char *prog)
{
    fprintf(stderr, "usage: %s [-n] [-p prefix]\n", prog);
}

int main(int argc, char *argv[])
{
    char *prefix = NULL, *line = NULL;
    size_t cap = 0;
    unsigned long lineno = 0;
    int opt, number = 0;

    while ((opt = getopt(argc, argv, "np:")) != -1) {
        switch (opt) {
        case 'n':
            number = 1;
            break;
        case 'p':
            prefix = strdup(optarg);
            break;
        default:
            usage(argv[0]);
            free(prefix);
            return 2;
        }
    }
    if (optind < argc) {
        usage(argv[0]);
        free(prefix);
        return 2;
    }
    if (prefix != NULL) {
        /* turn underscores into blanks */
        char *p;
        for (p = prefix; *p != '\0'; p++)
            if (*p == '_')
                *p = ' ';
    }

    while (getline(&line, &cap, stdin) != -1) {
        lineno++;
        line[strcspn(line, "\n")] = '\0';
        if (number)
            printf("%5lu ", lineno);
        printf("%s%s\n", prefix ? prefix : "> ", line);
    }
    free(line);
    free(prefix);
    return 0;
}
