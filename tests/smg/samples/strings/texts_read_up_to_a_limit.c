// Only so many bytes of a text are read, but these have to be written.
// TRUE: uninitialized in line 10
#include <stdio.h>
#include <string.h>

int main(void) {
    char from[12], to[14];
    memset(from, 'a', 10);
    sprintf(to, "%.5s", from);
    strncpy(to, from, 11);
    return 0;
}
