// What is written to a text: before its end, at its end, behind it.
// TRUE: out-of-bounds in line 21
// TRUE: uninitialized in line 21
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[64], other[80];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    size_t length = strlen(line);
    if (length > 2) {
        line[0] = 'a';
        printf("%s", line);
        line[length - 1] = 0;
        printf("%s", line);
    }
    sprintf(other, "<%s>", line);
    printf("%s", other);
    line[strlen(line)] = 'b';
    printf("%s", line);
    return 0;
}
