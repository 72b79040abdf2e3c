// Only objects as large as integers are always free of locks.
// TRUE: assertion in line 9
#include <assert.h>

int main(void)
{
    int n;
    assert(__atomic_always_lock_free(sizeof(long), 0) && __atomic_is_lock_free(sizeof n, &n));
    assert(__atomic_always_lock_free(1000, 0));
    return 0;
}
