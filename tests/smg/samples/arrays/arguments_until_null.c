// A walk over the arguments ends at the NULL behind them; an argument is the same string each time.
// SAFE
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 1)
        return 1;
    while (*++argv) {
        const char *word = *argv;
        if (word[0] == '-' && word[1] == '\0')
            puts("-");
        else
            puts(*argv);
    }
    return 0;
}
