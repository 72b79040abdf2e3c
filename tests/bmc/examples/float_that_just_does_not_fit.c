// The least number that is too large for an integer type, and the greatest that is not; of numbers below zero likewise.
// EXPECTED --check undefined-behaviour: violated undefined-behaviour in line 18
// EXPECTED --check undefined-behaviour -DFITS: verified
// EXPECTED --check undefined-behaviour -DNEGATIVE: violated undefined-behaviour in line 18
// EXPECTED --check undefined-behaviour -DNEGATIVE -DFITS: verified
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long number = __VERIFIER_nondet_long();
#ifdef FITS
    number = number > 0 ? 2147483647 : -2147483648L;
#elif defined NEGATIVE
    if (number != -2147483649L) return 0;
#else
    if (number != 2147483648L) return 0;
#endif
    int converted = (int)(double)number;
    return converted == 0;
}
