// A function that some runs register for the exit runs at the exit of these alone, the last one first.
// EXPECTED: verified
// EXPECTED -DALWAYS: violated assertion in line 9
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static int registered, ended;
static void check(void) { assert(registered & 1); assert(ended == (registered & 2)); ended = 7; }
static void note(void) { assert(registered & 2 && !ended); ended = 2; }

int main(void) {
    unsigned char way = __VERIFIER_nondet_uchar();
    if (way & 1) { registered |= 1; atexit(check); }
    if (way & 2) { registered |= 2; atexit(note); }
#ifdef ALWAYS
    atexit(check);
#endif
    if (way & 4) exit(0);
    return 0;
}
