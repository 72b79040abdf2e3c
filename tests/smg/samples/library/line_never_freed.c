// The block of the line is there even if there is no line.
// TRUE: memory-leak in line 10
#define _GNU_SOURCE
#include <stdio.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    return getline(&line, &room, stdin) > 0;
}
