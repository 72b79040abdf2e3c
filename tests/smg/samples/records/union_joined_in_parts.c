// Where two branches meet, a union holds one number on one side, and two on the other. A part of the one number says nothing of
// its range: the joined memory once was believed to describe the other side.
// TRUE: invalid-dereference in line 26
extern int __VERIFIER_nondet_int(void);

static union {
    int parts[2];
    long whole;
} number;

int main(void) {
    if (__VERIFIER_nondet_int()) {
        long small = __VERIFIER_nondet_int();
        if (small < 0 || small > 10) {
            return 0;
        }
        number.whole = small;
    } else {
        number.parts[0] = 7;
        number.parts[1] = 99;
    }
    int done = 0;
    int *nothing = 0;
    // 99 in the upper half.
    if (number.whole > 10) {
        *nothing = done;
    }
    return 0;
}
