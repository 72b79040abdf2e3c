// freopen gives the same stream again, or closes it.
// TRUE: use-after-free in line 15
// TRUE: double-free in line 19
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    FILE *f = fopen("/dev/null", "r");
    if (!f)
        return 0;
    FILE *g = freopen("/dev/null", "r", f);
    if (!g && __VERIFIER_nondet_int())
        return fgetc(f);
    if (!g)
        return 0;
    fclose(g);
    fclose(f);
    return 0;
}
