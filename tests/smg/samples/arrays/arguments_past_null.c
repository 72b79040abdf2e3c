// Without arguments, the first step leads past the NULL behind them.
// TRUE: out-of-bounds in line 6
#include <stdio.h>

int main(int argc, char **argv) {
    while (*++argv)
        puts(*argv);
    return argc;
}
