// Behind the byte that cuts a line there may be no more of it.
// TRUE: out-of-bounds in line 12
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8];
    if (fgets(line, sizeof line, stdin)) {
        char *value = strchr(line, '=');
        if (value) {
            *value = '\0';
            return value[2] == 'x';
        }
    }
    return 0;
}
