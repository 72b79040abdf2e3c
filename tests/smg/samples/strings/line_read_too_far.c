// The last character of a full line leaves no room for the end.
// TRUE: out-of-bounds in line 18
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t room = 3, used = 0;
    char *line = calloc(1, room);
    if (!line)
        return 1;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (used >= room)
            break;
        line[used++] = (char)c;
    }
    line[used] = '\0';
    printf("%zu\n", strlen(line));
    free(line);
    return 0;
}
