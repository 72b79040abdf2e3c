// An input is stored beyond the end of an inner array.
// EXPECTED --check undefined-behaviour: violated out-of-bounds in line 9
extern int __VERIFIER_nondet_int(void);

static int rows[2][3];

int main(void) {
    int index = 5;
    rows[0][index] = __VERIFIER_nondet_int();
    return 0;
}
