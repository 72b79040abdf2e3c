// The zero byte has no room.
// TRUE: out-of-bounds in line 11
// TRUE: out-of-bounds in line 12
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int count, char **arguments) {
    if (count < 3) return 1;
    char *both = malloc(strlen(arguments[1]) + strlen(arguments[2]) + 1);
    strcpy(both, arguments[1]);
    strcat(both, "=");
    strcat(both, arguments[2]);
    puts(both);
    sprintf(both, "%s-%s", arguments[2], arguments[1]);
    puts(both);
    free(both);
    return 0;
}
