// Behind the last argument there is no string.
// TRUE: invalid-dereference in line 10
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    while (getopt(argc, argv, "v") != -1)
        ;
    for (int i = optind; i <= argc; i++)
        puts(argv[i]);
    return 0;
}
