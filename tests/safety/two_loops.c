// Each loop has a bound of its own: one needs many iterations, the other few.
// EXPECTED: verified by the bounded engine
// EXPECTED --unwind 4: unknown, perhaps assertion in line 19
void __assert_fail(const char *what, const char *file, unsigned line, const char *function);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char number = __VERIFIER_nondet_uchar();
    unsigned ones = 0, left = number;
    while (left) {
        ones += left & 1;
        left >>= 1;
    }
    unsigned again = 0;
    for (unsigned rest = number & 3; rest; rest &= rest - 1)
        again++;
    if (again > ones)
        __assert_fail("again <= ones", __FILE__, __LINE__, __func__);
    return 0;
}
