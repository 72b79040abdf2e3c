// Whichever argument comes first, the result is one of two.
// SAFE
#include <assert.h>

static int taken;

static int take(void)
{
    return ++taken;
}

static int apart(int first, int second)
{
    return first - second;
}

int main(void)
{
    int found = apart(take(), take());
    assert(found == 1 || found == -1);
    return 0;
}
