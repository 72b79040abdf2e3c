#include <assert.h>
int next(void);
static int made = 5;
static int step(void)
{
    return --made;
}
int main(void)
{
    next();
    step();
    assert(made + next() == 5);
end:
    return 0;
}
