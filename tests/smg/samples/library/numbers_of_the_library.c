// What functions of the library return: no negative random number, nothing that is read into no bytes.
// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int sides[6] = {0};
    sides[rand() % 6] = 1;
    char none[16];
    if (fgets(none, 0, stdin))
        return strlen(none) > 3;
    return 0;
}
