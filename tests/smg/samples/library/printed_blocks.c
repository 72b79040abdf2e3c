// The block of asprintf is one to be freed; blocks larger than all memory are not there.
// TRUE: memory-leak in line 17
// TRUE: uninitialized in line 18
// TRUE: memory-leak in line 13
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text, *lost;
    if (asprintf(&text, "%d", 1) < 0) return 1;
    free(text);
    if (malloc(-4) || realloc(malloc(8), -4)) return *(int *)0;
    char *block = malloc(24);
    if (((unsigned long)block & 7) || (((unsigned long)block | 1) & ~1UL) != (unsigned long)block) return *(int *)0;
    asprintf(&lost, "%d", 2);
    lost = 0;
    printf("%s", block);
    free(block);
    return 0;
}
