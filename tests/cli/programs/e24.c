/* truth: line 32: NULL dereference: -w as the last argument, strtol gets the NULL at the end of argv */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* center: print the arguments centered, -w sets the width, -f the filler */

static void center(const char *s, long width, int fill)
{
    long len = (long)strlen(s);
    long left = len < width ? (width - len) / 2 : 0;
    long i;

    for (i = 0; i < left; i++)
        putchar(fill);
    fputs(s, stdout);
    for (i += len; i < width; i++)
        putchar(fill);
    putchar('\n');
}

int main(int argc, char *argv[])
{
    const char *prog = argv[0];
    long width = 40;
    int fill = ' ', shown = 0;

    while (*++argv) {
        if (strcmp(*argv, "-w") == 0) {
            char *end;
            argv++;
            width = strtol(*argv, &end, 10);
            if (*end != '\0' || width < 0 || width > 500) {
                fprintf(stderr, "%s: bad width %s\n", prog, *argv);
                return 1;
            }
        } else if (strncmp(*argv, "-f", 2) == 0 && (*argv)[2] != '\0') {
            fill = (unsigned char)(*argv)[2];
        } else {
            center(*argv, width, fill);
            shown++;
        }
    }
    if (shown == 0 && argc < 2) {
        fprintf(stderr, "usage: %s [-w width] [-fC] text...\n", prog);
        return 2;
    }
    return 0;
}
