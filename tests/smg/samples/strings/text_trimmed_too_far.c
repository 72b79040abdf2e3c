// The loop looks at the byte before the text where nothing is left of it.
// TRUE: out-of-bounds in line 14
// FALSE ALARM: out-of-bounds in line 15: before the text there are only blanks
// FALSE ALARM: out-of-bounds in line 16: before the text there are only blanks
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *text = line;
        while (isspace((unsigned char)*text)) text++;
        size_t length = strlen(text);
        while (isspace((unsigned char)text[length - 1])) length--;
        text[length] = '\0';
        puts(text);
    }
    return 0;
}
