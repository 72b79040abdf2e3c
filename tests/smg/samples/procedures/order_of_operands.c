// A call may be made before or after the other operands are read: a compiler that reads 'queue' first writes to a block
// that is freed.
// TRUE: use-after-free in line 20
#include <stdlib.h>

struct queue {
    int length;
} *queue;

static int renewed(void)
{
    free(queue);
    queue = malloc(sizeof *queue);
    return 1;
}

int main(void)
{
    queue = malloc(sizeof *queue);
    queue->length = renewed();
    free(queue);
    return 0;
}
