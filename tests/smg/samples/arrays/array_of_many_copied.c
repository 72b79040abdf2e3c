// The size of the array is known to be at most 127 bytes where it is only 112: nothing is copied to what would be beyond.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct item {
    long key;
    int count;
};

int main(void)
{
    int count = __VERIFIER_nondet_int() & 7;
    struct item *items = malloc(count * sizeof(struct item));
    if (!items)
        return 1;
    for (int i = count; i > 0; i--)
        items[i - 1].count = 2;
    for (int j = 0; j + 1 < count; j++)
        items[j + 1] = items[j];
    free(items);
    return 0;
}
