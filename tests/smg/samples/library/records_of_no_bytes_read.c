// fread of records of no bytes reads none.
// SAFE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char b[8];
    assert(fread(b, 0, 5, stdin) == 0);
    assert(fread(b, 2, 4, stdin) <= 4);
    return 0;
}
