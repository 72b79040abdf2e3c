// A number that was never written is any number.
// valid-memsafety: TRUE
#include <stdlib.h>
int main(void) {
    int number;
    int *p = malloc(sizeof *p);
    if (number > 5) {
        *p = 1;
    }
    free(p);
    return 0;
}
