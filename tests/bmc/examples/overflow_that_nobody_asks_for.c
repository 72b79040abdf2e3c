// A run with undefined behaviour ends there, also where nobody asks about it: then the answer is open.
// EXPECTED: unknown
// EXPECTED --check undefined-behaviour: violated undefined-behaviour in line 12
// EXPECTED -DSMALL: verified
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
#ifdef SMALL
    if (number > 1000) return 0;
#endif
    number = number + 1;
    return number > 2000;
}
