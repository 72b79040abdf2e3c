// An input is stored beyond the end of an inner array. The interpreter takes that for right, so that no run shows it.
// EXPECTED --check undefined-behaviour: unknown, no concrete run confirms the error at line 9 [out-of-bounds]
extern int __VERIFIER_nondet_int(void);

static int rows[2][3];

int main(void) {
    int index = 5;
    rows[0][index] = __VERIFIER_nondet_int();
    return 0;
}
