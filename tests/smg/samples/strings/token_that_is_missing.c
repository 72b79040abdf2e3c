// A line with one word has no second one.
// TRUE: invalid-dereference in line 10
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        char *key = strtok(line, "="), *value = strtok(NULL, "\n");
        if (key && value[0] == 'x')
            puts(key);
    }
    return 0;
}
