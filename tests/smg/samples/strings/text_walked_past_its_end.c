// The bytes behind the NUL of a string are unknown.
// TRUE: out-of-bounds in line 14
// TRUE: uninitialized in line 14
#include <stdio.h>

int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    char *p = line;
    while (*p)
        p++;
    p++;
    if (*p)
        return 1;
    return 0;
}
