// A function that calls itself as often as an input says.
// EXPECTED --unwind 3: unknown, nothing found up to 3 nested calls; the recursion at line 7 may go deeper
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned count(unsigned down) {
    if (down == 0) return 0;
    return 1 + count(down - 1);
}

int main(void) { return count(__VERIFIER_nondet_uchar()) > 255; }
