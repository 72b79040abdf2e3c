// The copy has no zero byte.
// TRUE: out-of-bounds in line 21
// FALSE ALARM: uninitialized in line 21: the end of the block comes first
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *copied(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    memcpy(copy, text, size - 1);
    copy[size - 1] = 1;
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
