// A part of no bytes is found where the search begins, which may be the end.
// TRUE: out-of-bounds in line 10
#define _GNU_SOURCE
#include <string.h>

int main(void)
{
    char b[4] = "abc";
    char *p = memmem(b + 4, 0, "", 0);
    return p ? *p : 0;
}
