/* truth: line 22: out-of-bounds read: line[n-1] with n == 0 when a line of the file starts with a zero byte */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* strip trailing white space from the lines of the given files */

static int strip_file(const char *name)
{
    char line[1024];
    FILE *fp;
    int changed = 0;

    fp = fopen(name, "r");
    if (fp == NULL) {
        perror(name);
        return -1;
    }
    while (fgets(line, sizeof line, fp)) {
        size_t n = strlen(line);

        if (line[n - 1] == '\n')
            line[--n] = '\0';
        if (n > 0 && isspace((unsigned char)line[n - 1]))
            changed = 1;
        while (n > 0 && isspace((unsigned char)line[n - 1]))
            line[--n] = '\0';
        puts(line);
    }
    fclose(fp);
    return changed;
}

int main(int argc, char *argv[])
{
    int status = 0;
    const char *prog = argv[0];

    if (argc < 2) {
        fprintf(stderr, "usage: %s file...\n", prog);
        return 2;
    }
    while (*++argv) {
        int r = strip_file(*argv);

        if (r < 0)
            status = 1;
        else if (r > 0)
            fprintf(stderr, "%s: %s had trailing blanks\n", prog, *argv);
    }
    return status;
}
