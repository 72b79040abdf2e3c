// Numbers that were never written: errors of their own, or any numbers, each the same whenever it is read.
#include <stdlib.h>

struct options { int level; };

int main(void)
{
    int x, y;
    char *name;
    struct options options;
    if (x)
        y = 1;
    else
        y = 2;
    if ((x && y == 2) || (!x && y == 1))
        free(&x);                       // cannot happen
    if (options.level > 5 && options.level < 3)
        free(&x);                       // cannot happen
    free(malloc(x & 15));
    if (options.level == 17)
        return *name;                   // happens, whatever a number may be
    return 0;
}
