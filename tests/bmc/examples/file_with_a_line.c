// What a file holds decides which byte is written; a byte that was put back is read again.
// EXPECTED: violated out-of-bounds in line 15
// EXPECTED -DSHORT: verified
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4], room[2];
    FILE *file = fopen("settings", "r");
    if (!file) return 1;
    int first = fgetc(file);
    ungetc(first, file);
    if (fgets(line, sizeof line, file)) {
#ifndef SHORT
        room[strlen(line)] = 0;
#endif
        if (line[0] == '=' && first != '=') *(int *)0 = 1;
    }
    fclose(file);
    return 0;
}
