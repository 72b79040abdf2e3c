/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <ctype.h>

/* hexdump of files, raw system calls;  -n BYTES limits the amount */

#define ROW 16

static void put_row(long off, const unsigned char *b, size_t n)
{
    char out[128];
    size_t i, u = 0;

    u += snprintf(out + u, sizeof out - u, "%08lx ", (unsigned long)off);
    for (i = 0; i < ROW; i++) {
        if (i < n)
            u += snprintf(out + u, sizeof out - u, " %02x", b[i]);
        else
            u += snprintf(out + u, sizeof out - u, "   ");
    }
    u += snprintf(out + u, sizeof out - u, "  |");
    for (i = 0; i < n; i++)
        out[u++] = isprint(b[i]) ? b[i] : '.';
    out[u++] = '|';
    out[u++] = '\n';
    if (write(STDOUT_FILENO, out, u) < 0)
        perror("write");
}

static int dump(const char *name, long limit)
{
    unsigned char buf[ROW];
    size_t have = 0;
    long off = 0;
    ssize_t r;
    int fd = open(name, O_RDONLY);

    if (fd == -1) {
        perror(name);
        return 1;
    }
    while (limit < 0 || off + (long)have < limit) {
        size_t want = ROW - have;
        if (limit >= 0 && (long)want > limit - off - (long)have)
            want = limit - off - have;
        r = read(fd, buf + have, want);
        if (r < 0) {
            perror(name);
            close(fd);
            return 1;
        }
        if (r == 0)
            break;
        have += r;
        if (have == ROW) {
            put_row(off, buf, have);
            off += have;
            have = 0;
        }
    }
    if (have > 0)
        put_row(off, buf, have);
    close(fd);
    return 0;
}

int main(int argc, char *argv[])
{
    long limit = -1;
    int c, rc = 0;
    char *end;

    while ((c = getopt(argc, argv, "n:")) != -1) {
        switch (c) {
        case 'n':
            limit = strtol(optarg, &end, 0);
            if (*optarg == '\0' || *end != '\0' || limit < 0) {
                fprintf(stderr, "bad count '%s'\n", optarg);
                return 2;
            }
            break;
        default:
            return 2;
        }
    }
    for (; optind < argc; optind++)
        rc |= dump(argv[optind], limit);
    return rc;
}
