// Lines of the input: each ends somewhere in the buffer, is cut at its newline, copied into a block of just its length, and walked by
// index and by pointer.
// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *copy = malloc(strlen(line) + 1);
        strcpy(copy, line);
        int count = 0;
        for (char *p = copy; *p; p++)
            count++;
        for (int i = 0; copy[i] != '\0'; i++)
            if (copy[i] == ' ')
                copy[i] = '_';
        char *space = strchr(copy, '_');
        if (space)
            *space = 0;
        printf("%s %d\n", copy, count);
        free(copy);
    }
    return 0;
}
