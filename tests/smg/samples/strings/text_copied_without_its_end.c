// The block has no room for the zero byte that the text ends with.
// TRUE: out-of-bounds in line 13
// TRUE: invalid-dereference in line 13
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    char *copy = malloc(strlen(line));
    strcpy(copy, line);
    free(copy);
    return 0;
}
