// The number beside the block is still that of the old one, which was larger.
// TRUE: out-of-bounds in line 11
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) >= 0) {
        char *same = strdup(line);
        free(line);
        line = same;
    }
    free(line);
    return 0;
}
