// A record is copied to bytes and back, and a number is read across two members of an array.
// EXPECTED: verified
// EXPECTED -DWRONG: violated assertion in line 20
#include <assert.h>
#include <string.h>

struct pair { short left; int right; };

int main(void) {
    struct pair from = {3, -7}, to;
    char bytes[sizeof from];
    memcpy(bytes, &from, sizeof from);
    memcpy(&to, bytes, sizeof to);
    assert(to.left == 3 && to.right == -7);
    unsigned char numbers[4] = {1, 0, 2, 0};
    short odd;
    memcpy(&odd, numbers + 1, sizeof odd);
    assert(odd == 512);
#ifdef WRONG
    assert(odd == 2);
#endif
    return 0;
}
