// Two records with a pointer change places many times: where addresses may stand is found once for each content.
// EXPECTED: verified
#include <stdlib.h>

struct pair { int *block; int number; } left, right, between;

int main(void) {
    left.block = malloc(sizeof(int));
    for (int i = 0; i < 40; i++) {
        between = left;
        left = right;
        right = between;
    }
    return 0;
}
