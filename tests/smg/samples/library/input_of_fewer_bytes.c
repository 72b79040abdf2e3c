// Of a number only some bytes are stored.
// TRUE: uninitialized in line 7
#include <stdio.h>

int main(void) {
    long number;
    if (scanf("%d", &number) == 1 && number > 2)
        return 1;
    return 0;
}
