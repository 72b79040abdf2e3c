// Memory is read after it was freed. What else happens then is open.
// valid-memsafety: FALSE(valid-deref)
// valid-memcleanup: UNKNOWN
// unreach-call: UNKNOWN
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p;
}
