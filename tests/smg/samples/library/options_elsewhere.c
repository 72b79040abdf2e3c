// Where the program sets `optind`, the next option is looked for there: perhaps where there is no argument.
// TRUE: out-of-bounds in line 8
#include <unistd.h>

int main(int argc, char **argv) {
    if (getopt(argc, argv, "v") == -1) {
        optind = argc + 2;
        return getopt(argc, argv, "v");
    }
    return 0;
}
