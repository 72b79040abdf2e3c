// A string is read up to a limit; the bytes up to it have to be written.
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
