// Two processes with states of their own push to and take from one stack, a step at a time.
// SAFE
#include <stdlib.h>

struct cell { struct cell *below; };

int __VERIFIER_nondet_int(void);

static struct cell *top, *put;

static void push(void)
{
    static int state;
    static struct cell *seen, *fresh;
    switch (state) {
    case 0:
        fresh = malloc(sizeof *fresh);
        if (!fresh)
            return;
        state = 1;
        return;
    case 1:
        seen = top;
        state = 2;
        return;
    case 2:
        fresh->below = seen;
        state = 3;
        return;
    case 3:
        if (top == seen) {
            top = fresh;
            fresh = NULL;
            state = 0;
        } else {
            state = 1;
        }
        seen = NULL;
        return;
    }
}

static void take(void)
{
    static int state;
    static struct cell *seen, *next;
    switch (state) {
    case 0:
        seen = top;
        state = seen ? 1 : 0;
        return;
    case 1:
        next = seen->below;
        state = 2;
        return;
    case 2:
        if (top == seen) {
            top = next;
            seen->below = put;
            put = seen;
        }
        seen = next = NULL;
        state = 0;
        return;
    }
}

int main(void)
{
    for (;;)
        if (__VERIFIER_nondet_int())
            push();
        else
            take();
}
