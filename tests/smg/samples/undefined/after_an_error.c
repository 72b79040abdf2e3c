// To look at what was never written is an error; what follows then says nothing of the program.
// TRUE: uninitialized in line 9
#include <stdlib.h>

int main(void) {
    int *number = malloc(sizeof *number);
    int *never;
    if (!number) abort();
    if (number == never) {
        *never = 1;
    }
    free(number);
    return 0;
}
