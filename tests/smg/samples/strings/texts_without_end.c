// Of texts that may not end within their blocks no more is read than is there, or it is told.
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
