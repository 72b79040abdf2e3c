#include <assert.h>

int positive(int c, int d)
{
    assert(c != 0); assert(d != 0);
    return 0;
}
