// What a call, an input or the library gives is stored where nothing may be written.
// TRUE: invalid-dereference in line 14
// TRUE: invalid-dereference in line 15
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

static char upper(char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

int main(void)
{
    char *text = "hello";
    if (__VERIFIER_nondet_char())
        *text = __VERIFIER_nondet_char();
    *text = upper(*text);
    return 0;
}
