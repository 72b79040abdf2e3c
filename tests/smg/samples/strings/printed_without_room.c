// Without room, `snprintf` writes nothing, and its result is not the length of what was there before.
// TRUE: out-of-bounds in line 10
#include <stdio.h>
#include <string.h>
int main(int count, char **arguments) {
    char text[10] = "abc", name[5];
    if (count < 2) return 1;
    int length = snprintf(text, 0, "%s", arguments[1]);
    if (length < 4) return 0;
    strcpy(name, "12345678");
    return 0;
}
