// The format prints a text for which there is no argument.
// TRUE: invalid-dereference in line 6
#include <stdio.h>

int main(void) {
    printf("%s %s", "one");
    return 0;
}
