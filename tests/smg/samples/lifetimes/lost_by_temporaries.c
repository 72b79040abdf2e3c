// Where the program ends, only what expressions left behind that were done long before still leads to the blocks.
// TRUE: memory-leak in line 17
// TRUE: memory-leak in line 21
// TRUE: memory-leak in line 30
#include <stdlib.h>

static int *made(void)
{
    int *block = malloc(sizeof *block);
    if (!block)
        abort();
    return block;
}

static int *same(int *block) { return block; }

static void used(int *block) { *block = 2; }

static void given_up(int *block)
{
    block = NULL;
    exit(0);
}

int main(void)
{
    used(made());
    int *block = same(same(made()));
    *block = 1;
    block = NULL;
    given_up(made());
}
