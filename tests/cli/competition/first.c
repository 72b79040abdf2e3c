// The block is lost before the invalid access.
// valid-memsafety: FALSE(valid-memtrack)
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    p = NULL;
    return *p;
}
