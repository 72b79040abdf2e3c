// Too few arguments for a printf format that prints a string.
// TRUE: invalid-dereference in line 6
#include <stdio.h>

int main(void) {
    printf("%s %s", "one");
    return 0;
}
