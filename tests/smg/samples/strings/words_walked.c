// Two walks through a line, one from where the other has stopped.
// SAFE
#include <stdio.h>

int main(void) {
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        char *word = line;
        while (*word == ' ')
            word++;
        char *end = word;
        while (*end && *end != ' ')
            end++;
        if (*end)
            *end++ = '\0';
        puts(word);
        puts(end);
    }
    return 0;
}
