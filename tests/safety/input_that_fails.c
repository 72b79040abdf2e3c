// A stream may fail, though no run of the interpreter has a stream that does.
// EXPECTED: unknown, perhaps double-free in line 11
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *block = malloc(3);
    if (getchar() == EOF && !feof(stdin))
        free(block);
    free(block);
    return 0;
}
