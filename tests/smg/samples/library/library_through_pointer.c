// Functions of the library are called through pointers.
// TRUE: memory-leak in line 19
#include <stdlib.h>

struct kind {
    void *(*make)(unsigned long);
    void (*drop)(void *);
};

int main(void)
{
    struct kind kind = { malloc, free };
    int *block = kind.make(sizeof *block);
    if (block)
        *block = 1;
    kind.drop(block);
    block = kind.make(4);
    return 0;
}
