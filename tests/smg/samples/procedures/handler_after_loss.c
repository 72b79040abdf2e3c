// The block is lost when main returns, before the function that runs at the end.
// TRUE: memory-leak in line 13
#include <stdlib.h>

struct node { struct node *next; };

static void at_end(void) { }

int main(void)
{
    atexit(at_end);
    struct node *lost = malloc(sizeof *lost);
}
