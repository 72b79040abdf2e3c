// An option without a colon has no argument, and one with two may have none.
// TRUE: invalid-dereference in line 10
// TRUE: invalid-dereference in line 11
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c;
    while ((c = getopt(argc, argv, "no::")) != -1) {
        if (c == 'n') return *optarg;
        if (c == 'o') return *optarg;
    }
    return 0;
}
