// Strings that may not end within their blocks: what is read behind the block is reported.
// TRUE: out-of-bounds in line 17
// TRUE: out-of-bounds in line 18
// TRUE: uninitialized in line 18
// TRUE: out-of-bounds in line 19
// TRUE: out-of-bounds in line 20
#include <stdio.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char b[4], c[16];
    for (int i = 0; i < 4; i++) b[i] = __VERIFIER_nondet_char();
    strncpy(c, b, 4);
    printf("%.4s", b);
    strncpy(c, b, 8);
    strncat(c, b, 8);
    stpcpy(c, b);
    printf("%.8s", b);
    return 0;
}
