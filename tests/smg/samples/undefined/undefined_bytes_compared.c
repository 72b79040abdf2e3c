// Bytes are compared that were never written.
// TRUE: uninitialized in line 7
#include <string.h>

int main(void) {
    char left[4], right[4] = {0};
    if (memcmp(left, right, 4) == 0)
        return 1;
    return 0;
}
