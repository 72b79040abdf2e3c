// A line is cut at a sign: what is behind it is a string that starts at an unknown offset.
// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *copied(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    memcpy(copy, text, size);
    return copy;
}
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *value = strchr(line, '=');
        if (value == NULL) continue;
        *value++ = '\0';
        char *first = copied(line), *second = copied(value);
        printf("%s is %s\n", first, second);
        free(first);
        free(second);
    }
    return 0;
}
