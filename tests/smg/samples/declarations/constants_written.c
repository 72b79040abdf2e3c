// Neither constants nor texts of the program may be written to.
// TRUE: invalid-dereference in line 17
// TRUE: invalid-dereference in line 18
// TRUE: invalid-dereference in line 19
#include <string.h>

static const int table[2] = { 1, 2 };

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *entry = (int *)&table[1];
    if (*entry != 2)
        return 1;
    switch (__VERIFIER_nondet_int()) {
    case 1: *entry = 3; break;
    case 2: memset((void *)table, 0, sizeof table); break;
    case 3: memset("text", 'a', 4); break;
    }
    return 0;
}
