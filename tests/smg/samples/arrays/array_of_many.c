// As many elements as a number says: all of them may be used, and the one behind the last may not.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count <= 0 || count > 1000)
        return 0;
    int *all = malloc(count * sizeof(int));
    if (!all)
        return 1;
    for (int i = 0; i < count; i++)
        all[i] = i;
    for (int i = count; i > 0; i--)
        all[i - 1]++;
    all[count / 2] = 0;
    free(all);
    return 0;
}
