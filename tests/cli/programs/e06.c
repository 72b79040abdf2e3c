/* truth: stack buffer overflow by one (terminator after a full read) at line 41; shown by: e06 F where F has at least 512 bytes (open succeeds and read fills the buffer) */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

/* find how often a string occurs in the first block of each file
 *   e06 [-s STRING] file... */

static int count_in(const char *text, const char *pat)
{
    int n = 0;
    size_t len = strlen(pat);

    while ((text = strstr(text, pat)) != NULL) {
        n++;
        text += len;
    }
    return n;
}

static int scan(const char *name, const char *pat)
{
    char block[512];
    ssize_t got;
    int fd;

    fd = open(name, O_RDONLY);
    if (fd < 0) {
        perror(name);
        return -1;
    }
    got = read(fd, block, sizeof block);
    if (got < 0) {
        perror(name);
        close(fd);
        return -1;
    }
    block[got] = '\0';
    close(fd);
    return count_in(block, pat);
}

int main(int argc, char **argv)
{
    const char *pat = "TODO";
    int opt, total = 0;

    while ((opt = getopt(argc, argv, "s:")) != -1) {
        switch (opt) {
        case 's':
            if (*optarg == '\0') {
                fprintf(stderr, "empty string\n");
                return 2;
            }
            pat = optarg;
            break;
        default:
            return 2;
        }
    }
    while (optind < argc) {
        int n = scan(argv[optind], pat);
        if (n > 0) {
            printf("%s: %d\n", argv[optind], n);
            total += n;
        }
        optind++;
    }
    printf("total %d\n", total);
    return total == 0;
}
