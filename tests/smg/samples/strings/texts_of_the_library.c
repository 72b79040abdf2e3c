// Strings of the library end somewhere; what lies behind is unknown.
// TRUE: out-of-bounds in line 11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *home = getenv("HOME");
    if (home)
        printf("%zu %s\n", strlen(home), strerror(2));
    if (home && home[1000])
        return 1;
    return 0;
}
