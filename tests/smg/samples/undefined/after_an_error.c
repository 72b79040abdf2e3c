#include <stdlib.h>

// To look at what was never written is an error; what follows then says nothing of the program.
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
