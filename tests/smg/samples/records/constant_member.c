// Of a variable, members that are `const` may not be written, and others may; of a block all may.
// TRUE: invalid-dereference in line 17
#include <stdlib.h>

struct pair { const int a; int b; };

int main(void)
{
    struct pair pair = { 1, 2 }, *block = malloc(sizeof *block);
    if (!block)
        return 1;
    pair.b = 3;
    *(int *)&block->a = 4;
    block->b = pair.b;
    free(block);
    int *p = (int *)&pair;
    *p = 5;
    return 0;
}
