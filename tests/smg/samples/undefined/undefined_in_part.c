// A number with one written byte, and one that was computed from what may never have been written.
// TRUE: uninitialized in line 13
// TRUE: uninitialized in line 23
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char bytes[4];
    bytes[0] = 1;
    int number;
    memcpy(&number, bytes, 4);
    if (number)
        return 1;
    char flags[60];
    for (int i = 0; i < 20; i++)
        flags[i] = 1;
    int asked = __VERIFIER_nondet_int();
    if (asked < 0 || asked >= 60)
        return 0;
    int flag = flags[asked];
    flag = flag + 1;
    if (flag)
        return 2;
    return 0;
}
