// Tokens are strings within the line; a line of separators has none.
// SAFE
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[80], *rest, *place;
    while (fgets(line, sizeof line, stdin)) {
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"))
            puts(word);
        if (!fgets(line, sizeof line, stdin))
            break;
        rest = line;
        while ((place = strsep(&rest, ",")))
            printf("%zu\n", strlen(place));
    }
    return 0;
}
