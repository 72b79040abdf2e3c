// What `realloc` adds to a block has no value, also where the block was cleared.
// EXPECTED: violated uninitialized in line 10
// EXPECTED -DOLD: verified
#include <stdlib.h>

int main(void) {
    int **places = calloc(1, sizeof *places), number = 0;
    places = realloc(places, 2 * sizeof *places);
#ifndef OLD
    number = *places[1];
#endif
    if (places[0])
        number = *places[0];
    free(places);
    return number;
}
