/* truth: line 41: buffer overflow: -t with more than 8 stops writes past stops[] (e.g. -t 1,2,...,40) */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* expand: replace tabs by spaces, tab stops may be given as a list */

#define MAXSTOPS 8

static void usage(const char *prog)
{
    fprintf(stderr, "usage: %s [-t n[,n...]] < input\n", prog);
    exit(1);
}

static long next_stop(const long *stops, int n, long col)
{
    int i;

    for (i = 0; i < n; i++)
        if (stops[i] > col)
            return stops[i];
    return col + 1;
}

int main(int argc, char *argv[])
{
    long stops[MAXSTOPS];
    int nstops = 0;
    int opt, c;
    long col = 0;

    while ((opt = getopt(argc, argv, "t:")) != -1) {
        if (opt == 't') {
            char *p = optarg, *end;
            nstops = 0;
            while (*p != '\0') {
                long v = strtol(p, &end, 10);
                if (end == p || v <= 0 || v > 10000)
                    usage(argv[0]);
                stops[nstops++] = v;
                if (*end == ',')
                    end++;
                p = end;
            }
        } else {
            usage(argv[0]);
        }
    }
    if (nstops == 0)
        for (nstops = 0; nstops < MAXSTOPS; nstops++)
            stops[nstops] = (nstops + 1) * 8;

    while ((c = getchar()) != EOF) {
        if (c == '\t') {
            long to = next_stop(stops, nstops, col);
            while (col < to) {
                putchar(' ');
                col++;
            }
        } else {
            putchar(c);
            col = c == '\n' ? 0 : col + 1;
        }
    }
    return 0;
}
