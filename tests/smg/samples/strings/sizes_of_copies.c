// A negative size is a very large one; what is read for input has the length that the format says.
// TRUE: out-of-bounds in line 16
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[] = "ab", word[11], letter;
    char *block = malloc(3);
    if (!block || calloc(-1, -1)) return 0;
    scanf("%10s %c", word, &letter);
    int i = __VERIFIER_nondet_int();
    if (i <= 3) memcpy(block, text, i);
    free(block);
    return 0;
}
