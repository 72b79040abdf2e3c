// An error function is called in a function that is called twice.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void check(unsigned char value) {
    if (value > 250) {
        reach_error();
    }
}

int main(void) {
    unsigned char value = 7;
    check(value);
    value = __VERIFIER_nondet_uchar();
    check(value);
    return 0;
}
