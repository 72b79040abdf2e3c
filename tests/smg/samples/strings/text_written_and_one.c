// As text_written.c, but the last byte is written one too far.
// TRUE: out-of-bounds in line 16
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000) return 0;
    char *text = malloc(n + 1), *p = text;
    while (p - text < n) {
        char c = __VERIFIER_nondet_char();
        if (!c) break;
        *p++ = c;
    }
    p[1] = 0;
    free(text);
    return 0;
}
