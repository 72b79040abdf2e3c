// A block whose only pointer an expression was computed with is lost when the program ends itself.
// EXPECTED : violated memory-leak in line 7
#include <stdlib.h>

int main(void)
{
    malloc(1); exit(1);
}
