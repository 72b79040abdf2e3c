// A line that is cut is two strings: the second one still ends where the line ended.
// SAFE
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        char *value = strchr(line, '=');
        if (!value)
            continue;
        *value++ = '\0';
        printf("%s -> %s (%zu)\n", line, value, strlen(value));
    }
    return 0;
}
