// A line that starts with the separator has an empty first token, which has no last character.
// TRUE: out-of-bounds in line 15
// Line 14 is no error: the token always ends.
// FALSE ALARM: uninitialized in line 15: all bytes before the end are written
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[10];
    int count = 0;
    if (!fgets(line, sizeof line, stdin))
        return 0;
    char *rest = line, *token;
    while ((token = strsep(&rest, "=")) != NULL)
        if (token[strlen(token) - 1] == '\n')
            count++;
    return count;
}
