// One line is asked about alone: an error or a loop elsewhere does not matter, unless runs come from there to the line. What the
// library may call can come after anything.
// EXPECTED --unwind 4: violated out-of-bounds in line 27, out-of-bounds in line 42
// EXPECTED --target 25: verified
// EXPECTED --target 27: violated out-of-bounds in line 27
// EXPECTED --target 29: unknown, a memory error may occur before
// EXPECTED --target 30 --unwind 4 -DRIGHT -DSHORT: unknown, nothing found up to 4 iterations; the loop at line 44 may run longer
// EXPECTED --target 42: violated out-of-bounds in line 42
// EXPECTED --target 42 --unwind 4 -DSHORT: unknown
// EXPECTED --target 42 --unwind 4 -DSHORT -DRIGHT: unknown
// EXPECTED --target 45 --unwind 4 -DRIGHT -DSHORT: unknown, nothing found up to 4 iterations; the loop at line 44 may run longer
// EXPECTED --target 53 --unwind 4 -DRIGHT -DSHORT: unknown, nothing found up to 4 iterations; the loop at line 44 may run longer
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static void climb(int depth, int all);
static void at_end(void);
static int row[4];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    atexit(at_end);
    if (i < 0 && i > -3)
        row[i + 2] = 2;
#ifndef RIGHT
    row[i & 7] = 1;
#endif
    climb(0, i & 1023);
    row[i & 3] = 0;
    return 0;
}

#ifdef SHORT
#define DEEPEST 2
#else
#define DEEPEST 3
#endif

static void climb(int depth, int all)
{
    row[depth + 1] = depth;
    int sum = 0;
    for (int k = 0; k < all; k++)
        sum += k;
    if (depth < DEEPEST)
        climb(depth + 1, 0);
}

static void at_end(void)
{
    if (row[2] == 2)
        row[3] = 1;
}
