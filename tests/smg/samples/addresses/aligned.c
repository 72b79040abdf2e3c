// Where in the block the first aligned byte is depends on the block; from there to the end the block may be used.
// SAFE
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *block = malloc(128);
    if (!block) abort();
    char *limit = block + 128;
    char *start = (char *)(((unsigned long)block + 15) & ~15UL);
    memset(start, 1, limit - start);
    char *used = start + 100;
    if (used < limit) *used = 2;
    free(block);
    return 0;
}
