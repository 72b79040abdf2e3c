// valid-memsafety: FALSE(valid-free)
// unreach-call: UNKNOWN
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    free(p);
    return 0;
}
