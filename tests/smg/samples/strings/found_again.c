// A letter is found in a string, and then the next one behind it. The second place is at one distance only.
// SAFE
#include <string.h>

extern char letter(void);

int main(void) {
    char text[4] = {0};
    text[0] = letter();
    text[1] = letter();
    char *found = strchr(text, 'x');
    if (found)
        found = strchr(found + 1, 'x');
    return found && *found != 'x';
}
