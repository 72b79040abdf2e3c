// SAFE
// (malloc is assumed to succeed)
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Two stacks in one array: one grows upwards from 0, one downwards from cap. */
static long *cells;
static int cap;
static int low;   /* number of cells in the lower stack */
static int high;  /* number of cells in the upper stack */

#define FULL() (low + high == cap)

static void push_low(long v)  { assert(!FULL()); cells[low++] = v; }
static void push_high(long v) { assert(!FULL()); cells[cap - ++high] = v; }
static long pop_low(void)     { assert(low > 0);  return cells[--low]; }
static long pop_high(void)    { assert(high > 0); return cells[cap - high--]; }

/* Move up to n values from the lower to the upper stack. */
static int move_up(int n)
{
    int moved = 0;
    while (moved < n && low > 0) {
        long v = pop_low();
        push_high(v);
        moved++;
    }
    return moved;
}

int main(void)
{
    cap = __VERIFIER_nondet_int();
    if (cap < 2 || cap > 100000)
        cap = 32;
    cells = malloc(sizeof(long) * cap);

    while (__VERIFIER_nondet_int()) {
        int v;
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (low > 0)
                printf("low %ld\n", pop_low());
            break;
        case 1:
            if (high > 0)
                printf("high %ld\n", pop_high());
            break;
        case 2:
            printf("moved %d\n", move_up(__VERIFIER_nondet_int()));
            break;
        case 3: /* nth from the top of the upper stack */
            v = __VERIFIER_nondet_int();
            if (v >= 0 && v < high)
                printf("peek %ld\n", cells[cap - high + v]);
            break;
        default:
            v = __VERIFIER_nondet_int();
            if (FULL())
                puts("full");
            else if (v < 0)
                push_low(v);
            else
                push_high(v);
            break;
        }
    }
    free(cells);
    return 0;
}
