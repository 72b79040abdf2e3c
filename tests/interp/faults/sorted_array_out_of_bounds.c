// fault: out-of-bounds
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int array[3] = {3, 1, 2};
    qsort(array, 4, sizeof *array, compare);
    return array[0];
}
