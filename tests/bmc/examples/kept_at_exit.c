// A block that a variable leads to when the program ends itself is not lost.
// EXPECTED : verified
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1);
    exit(p != 0);
}
