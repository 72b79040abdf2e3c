// There is one errno, in each function.
// TRUE: assertion in line 15
#include <assert.h>
#include <ctype.h>
#include <errno.h>

static void reset(void) { errno = 0; }

int main(void)
{
    int *number = &errno;
    assert(number == &errno && __ctype_b_loc() == __ctype_b_loc());
    *number = 5;
    reset();
    assert(*number != 0);
    return 0;
}
