// As `word_copied`, but there is no room for the zero byte.
// TRUE: out-of-bounds in line 10
// TRUE: invalid-dereference in line 10: where `malloc(0)` gives NULL
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
static char *copied(const char *from, size_t length) {
    char *word = malloc(length);
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
