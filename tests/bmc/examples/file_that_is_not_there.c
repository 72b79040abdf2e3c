// A file that may not be there, and may hold anything if it is.
// EXPECTED: violated invalid-dereference in line 12
// EXPECTED -DCHECKED: verified
#include <stdio.h>

int main(void) {
    char line[8];
    FILE *file = fopen("settings", "r");
#ifdef CHECKED
    if (!file) return 1;
#endif
    fgets(line, sizeof line, file);
    return 0;
}
