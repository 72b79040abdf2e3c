// The library may give the address of a text again, but not that of a stream.
// TRUE: assertion in line 14
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *a = getenv("HOME"), *b = getenv("HOME");
    FILE *f = fopen("/dev/null", "r");
    assert(!f || f != stdin);
    if (f)
        fclose(f);
    assert(!a || a != b);
    return 0;
}
