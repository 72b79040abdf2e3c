/* truth: line 34: buffer overflow: snprintf chain adds the untruncated length, sizeof buf - pos wraps around when the operands exceed 80 characters in total and another one follows */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* print the operands as one title line, optionally boxed */

int main(int argc, char *argv[])
{
    char buf[80];
    const char *sep = " ";
    size_t pos = 0, i, n;
    int opt, box = 0;

    while ((opt = getopt(argc, argv, "bs:")) != -1) {
        switch (opt) {
        case 'b':
            box = 1;
            break;
        case 's':
            sep = optarg;
            break;
        default:
            fprintf(stderr, "usage: %s [-b] [-s sep] word...\n", argv[0]);
            exit(EXIT_FAILURE);
        }
    }
    argc -= optind;
    argv += optind;

    buf[0] = '\0';
    while (argc > 0) {
        pos += snprintf(buf + pos, sizeof buf - pos, "%s%s",
                        pos > 0 ? sep : "", *argv);
        argc--, argv++;
    }

    n = strlen(buf);
    if (box) {
        putchar('+');
        for (i = 0; i < n + 2; i++)
            putchar('-');
        puts("+");
        printf("| %s |\n", buf);
        putchar('+');
        for (i = 0; i < n + 2; i++)
            putchar('-');
        puts("+");
    } else {
        puts(buf);
    }
    return 0;
}
