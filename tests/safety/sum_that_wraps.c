// Where nobody asks about overflow, a sum wraps.
// EXPECTED: verified by the bounded engine
// EXPECTED -DWRAPPED: unknown, perhaps invalid-dereference in line 17
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *nowhere = NULL;
    int number = __VERIFIER_nondet_int();
    int next = number + 1;
#ifdef WRAPPED
    if (next < number)
#else
    if ((next ^ number) == 0 || (next - number) % 2 == 0)
#endif
        *nowhere = 1;
    return 0;
}
