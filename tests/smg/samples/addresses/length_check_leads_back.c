// A length that is negative passes the check, as the sum leads back, and is a large number then.
// TRUE: out-of-bounds in line 13
#include <stddef.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char buffer[16], *text = buffer + 4;
    size_t length = (size_t)(long)__VERIFIER_nondet_int();
    if (text + length <= buffer + sizeof buffer)
        memset(text, 1, length);
    return 0;
}
