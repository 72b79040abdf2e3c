// A line is read into a block of zeros, character by character.
// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t room = 16, used = 0;
    char *line = calloc(1, room);
    if (!line)
        return 1;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (used + 1 >= room)
            break;
        line[used++] = (char)c;
    }
    line[used] = '\0';
    printf("%zu\n", strlen(line));
    free(line);
    return 0;
}
