/* A call may be made before or after the other operands are read: a compiler that reads 'queue' first writes to a block
   that is freed. */
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
