// The error function is called through a pointer.
// unreach-call: UNKNOWN
#include <stdlib.h>
void reach_error(void) { abort(); }
int main(void) {
    void (*function)(void) = reach_error;
    function();
    return 0;
}
