// The format says how many bytes are stored, whatever the argument leads to.
// TRUE: out-of-bounds in line 7
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%ld", &number) == 1)
        return 1;
    return 0;
}
