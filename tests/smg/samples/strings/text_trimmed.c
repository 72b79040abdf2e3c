// A pointer walks past blanks, and blanks at the end are cut off: the length is what is left behind the pointer.
// SAFE
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *text = line;
        while (isspace((unsigned char)*text)) text++;
        size_t length = strlen(text);
        while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
        text[length] = '\0';
        puts(text);
    }
    return 0;
}
