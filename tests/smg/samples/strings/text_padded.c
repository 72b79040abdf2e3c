// The width of a conversion pads what is printed.
// TRUE: out-of-bounds in line 7
#include <stdio.h>

int main(void) {
    char text[5];
    sprintf(text, "%10s", "a");
    return 0;
}
