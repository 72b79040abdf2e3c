#include <assert.h>
#include <stdlib.h>

// A failed assertion ends the program as `abort` does: what it has allocated was not freed.
int main(void) {
    int *number = malloc(sizeof *number);
    *number = 1;
    assert(*number == 2);
    free(number);
    return 0;
}
