/* truth: correct */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* head: print the first lines of each file, with plain system calls */

static int write_all(int fd, const char *p, size_t n)
{
    while (n > 0) {
        ssize_t w = write(fd, p, n);
        if (w < 0)
            return -1;
        p += w;
        n -= (size_t)w;
    }
    return 0;
}

static int head(int fd, long lines)
{
    char buf[4096];
    ssize_t got;

    while (lines > 0 && (got = read(fd, buf, sizeof buf)) > 0) {
        ssize_t i = 0;
        while (i < got && lines > 0) {
            if (buf[i++] == '\n')
                lines--;
        }
        if (write_all(STDOUT_FILENO, buf, (size_t)i) < 0)
            return -1;
    }
    return lines > 0 && got < 0 ? -1 : 0;
}

int main(int argc, char **argv)
{
    const char *prog = argv[0];
    long lines = 10;
    int status = 0;

    argc--, argv++;
    if (argc > 0 && argv[0][0] == '-' && argv[0][1] != '\0') {
        char *end;
        lines = strtol(argv[0] + 1, &end, 10);
        if (*end != '\0' || lines < 0) {
            fprintf(stderr, "usage: %s [-count] [file...]\n", prog);
            return 2;
        }
        argc--, argv++;
    }
    if (argc == 0)
        return head(STDIN_FILENO, lines) < 0;

    for (; argc > 0; argc--, argv++) {
        int fd = open(*argv, O_RDONLY);
        if (fd < 0) {
            perror(*argv);
            status = 1;
            continue;
        }
        if (head(fd, lines) < 0) {
            perror(*argv);
            status = 1;
        }
        close(fd);
    }
    return status;
}
