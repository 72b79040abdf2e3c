// fflush takes NULL for all streams, but no stream that was closed; the others take no NULL.
// TRUE: use-after-free in line 17
// TRUE: invalid-dereference in line 21
// TRUE: invalid-dereference in line 23
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    FILE *f = fopen("/dev/null", "r");
    perror(NULL);
    fflush(NULL);
    if (f) {
        fclose(f);
        if (__VERIFIER_nondet_int())
            fflush(f);
        return 0;
    }
    if (__VERIFIER_nondet_int())
        setbuf(f, NULL);
    else
        flockfile(f);
    return 0;
}
