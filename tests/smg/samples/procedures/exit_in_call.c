// The program ends in a function that is called: what its callers hold is allocated then, and what was registered runs.
// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *kept;

static void give_back(void)
{
    free(kept);
}

static void stop(int code)
{
    if (code > 1)
        exit(code);
}

static void work(int code)
{
    int *own = malloc(sizeof *own);
    if (!own)
        abort();
    stop(code);
    free(own);
}

int main(void)
{
    int code = __VERIFIER_nondet_int();
    kept = malloc(sizeof *kept);
    atexit(give_back);
    work(code);
    work(code);
    return 0;
}
