// A line in a block of any size is walked by an index.
// SAFE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t size, spaces = 0;
    if (scanf("%zu", &size) != 1 || size == 0 || size > 2000000000)
        return 0;
    char *line = malloc(size);
    if (!line)
        return 1;
    if (fgets(line, (int)size, stdin))
        for (size_t at = 0; line[at]; at++)
            if (line[at] == ' ')
                spaces++;
    free(line);
    return spaces > 9;
}
