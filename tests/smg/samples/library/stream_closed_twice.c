// A stream is the library's own, but it ends with fclose; NULL is none. The three that are there from the start are open.
// TRUE: invalid-dereference in line 12
// TRUE: use-after-free in line 16
// TRUE: double-free in line 17
#include <stdio.h>

int main(void) {
    fputs("start\n", stderr);
    FILE *file = fopen("a", "r");
    if (!file) {
        file = fopen("b", "r");
        return fgetc(file);
    }
    fclose(file);
    if (stdout == NULL) return 1;
    int c = fgetc(file);
    return c + fclose(file);
}
