// memchr reads no further than to what it finds, so that a count which is too large is no certain error.
// SAFE
// FALSE ALARM: out-of-bounds in line 9: the first byte is found
#include <string.h>

int main(void)
{
    char b[4] = "aaa";
    return memchr(b, 'a', 10) != b;
}
