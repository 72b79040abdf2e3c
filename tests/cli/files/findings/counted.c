/* An error after two bytes and the end of the input. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int count = 0;
    while (getchar() != EOF) count++;
    int *block = malloc(sizeof *block);
    if (count == 2) free(block);
    free(block);
    return 0;
}
