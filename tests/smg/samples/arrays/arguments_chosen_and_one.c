// If all arguments are chosen, there is no room for one more.
// TRUE: out-of-bounds in line 14
#include <stdlib.h>

int main(int argc, char **argv) {
    int i, n = 0;
    if (argc < 2)
        return 2;
    long *chosen = calloc(argc - 1, sizeof *chosen);
    if (!chosen)
        return 1;
    for (i = 1; i < argc; i++)
        if (argv[i][0] != '-')
            chosen[++n] = i;
    free(chosen);
    return n;
}
