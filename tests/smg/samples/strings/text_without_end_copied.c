// A string that is not NUL-terminated is copied: at the latest the byte behind its block is read.
// TRUE: out-of-bounds in line 9
#include <string.h>

int main(void) {
    char short_name[2], name[8];
    short_name[0] = 'x';
    short_name[1] = 'y';
    strcpy(name, short_name);
    return 0;
}
