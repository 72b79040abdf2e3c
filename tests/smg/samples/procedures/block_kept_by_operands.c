// The block is the same in all calls: it matters which operand is the second one.
// SAFE
#include <assert.h>
#include <stdlib.h>

static int count(void)
{
    static int *kept;
    if (!kept)
        kept = calloc(1, sizeof *kept);
    return ++*kept;
}

static int second(int left, int middle, int right)
{
    return 9 * left + 3 * middle + right;
}

int main(void)
{
    int found = second(count(), count(), count());
    assert(found != 0);
    return 0;
}
