// Options have the argument that their letters say, and the index stays among the arguments.
// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c, number = 0, verbose = 0;
    const char *name = "x";
    while ((c = getopt(argc, argv, "n:vo::")) != -1) {
        switch (c) {
        case 'n': number = atoi(optarg); break;
        case 'v': verbose = 1; break;
        case 'o': if (optarg) name = optarg; break;
        default: fprintf(stderr, "usage\n"); return 2;
        }
    }
    for (; optind < argc; optind++)
        puts(argv[optind]);
    if (verbose)
        printf("%d %zu\n", number, strlen(name));
    return 0;
}
