// A line is read into a block that is as large as is said; it grows with the lines.
// SAFE
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    long length;
    while ((length = getline(&line, &room, stdin)) > 0) {
        if (line[length - 1] == '\n')
            line[--length] = '\0';
        char *copy = strdup(line);
        if (!copy)
            break;
        puts(copy);
        free(copy);
    }
    free(line);
    return 0;
}
