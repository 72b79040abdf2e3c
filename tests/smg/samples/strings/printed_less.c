// What snprintf is given room for is not all written.
// TRUE: uninitialized in line 10
#include <stdio.h>

int main(void) {
    char b[16], c[8];
    snprintf(b, 100, "ab");
    snprintf(c, 8, "%s", "a");
    if (b[0] == 'x') puts("x");
    if (c[5] == 'x') puts("x");
    return 0;
}
