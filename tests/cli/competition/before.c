// The error function is called only behind an invalid access: then C promises nothing.
// unreach-call: UNKNOWN
// valid-memsafety: FALSE(valid-deref)
#include <stdlib.h>
void reach_error(void) { abort(); }
int main(void) {
    int *p = NULL;
    *p = 1;
    reach_error();
    return 0;
}
