// Words of a line become strings of their own: the length of each is the distance between two places in the line.
// SAFE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
static char *copied(const char *from, size_t length) {
    char *word = malloc(length + 1);
    for (size_t i = 0; i < length; i++) word[i] = from[i];
    word[length] = 0;
    return word;
}
int main(void) {
    char line[12];
    if (fgets(line, sizeof line, stdin)) {
        const char *at = line;
        while (*at && !isalpha((unsigned char)*at)) at++;
        const char *start = at;
        while (isalpha((unsigned char)*at)) at++;
        free(copied(start, (size_t)(at - start)));
    }
    return 0;
}
