// The bytes of an argument are those that were read before.
// SAFE
#include <stdio.h>

int main(int argc, char **argv) {
    int i;
    for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1]; i++)
        if (argv[i][1] == 'x' && argv[i][2] == 'y')
            puts(argv[i]);
    return i;
}
