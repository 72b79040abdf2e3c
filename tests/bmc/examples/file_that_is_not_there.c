// A file that may not be there: what happens then is followed, the rest is not.
// EXPECTED: violated invalid-dereference in line 13
// EXPECTED -DCHECKED: unknown, line 8: not followed: a file or variable of the world outside
#include <stdio.h>

int main(void) {
    char line[8];
    FILE *file = fopen("settings", "r");
#ifdef CHECKED
    if (!file)
        return 1;
#endif
    fgets(line, sizeof line, file);
    return 0;
}
