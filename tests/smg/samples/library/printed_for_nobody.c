// The format prints a text for which there is no argument.
#include <stdio.h>

int main(void) {
    printf("%s %s", "one");
    return 0;
}
