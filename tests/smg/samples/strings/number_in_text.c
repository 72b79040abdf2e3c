// Where a number ends that a text starts with, the text goes on, to its end at most.
// SAFE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[32];
    while (fgets(line, sizeof line, stdin)) {
        char *end;
        long number = strtol(line, &end, 10);
        if (end != line && (*end == '\n' || *end == 0))
            printf("%ld\n", number);
    }
    return 0;
}
