// _exit does not return, and runs no handler.
// SAFE
#include <stdlib.h>
#include <unistd.h>

static void fail(void) { *(int *)0 = 1; }

int main(void)
{
    void (*leave)(int) = _exit;
    atexit(fail);
    leave(0);
    fail();
    return 0;
}
