// Floating-point numbers: comparisons and conversions that lose nothing are exact for all values, and arithmetic on constants.
// EXPECTED: verified
// EXPECTED -DEQUAL: violated assertion in line 35
// EXPECTED -DINPUT: violated assertion in line 38
// EXPECTED -DADDED: unknown, line 40: not followed: arithmetic on a floating-point number
// EXPECTED -DROUNDED: unknown, line 42: not followed: a conversion that rounds a number
// EXPECTED -DWHOLE: verified
// EXPECTED -DWHOLE -m32: unknown, line 45: not followed: a conversion that rounds a number
// EXPECTED -DTENTH: verified
// EXPECTED -DTENTH -m32: unknown, line 49: not followed: rounded floating-point arithmetic of 32-bit code
// EXPECTED -DLARGE --check undefined-behaviour: violated undefined-behaviour in line 54
// EXPECTED -DSUM: verified
// EXPECTED -DCUT: verified
// EXPECTED -DCUT -DSMALL --check undefined-behaviour: violated undefined-behaviour in line 66
// EXPECTED -DLONG: unknown, line 70: not followed
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
    unsigned bits = __VERIFIER_nondet_uint();
    float single;
    memcpy(&single, &bits, sizeof single);
    double wide = single, any = __VERIFIER_nondet_double();
    int input = __VERIFIER_nondet_int();
    double of_input = input;
    assert((float)wide == single || single != single);
    assert(!(any < any) && (any <= any || any != any) && -0.0 == 0.0);
    assert((of_input < 2.5) == (input <= 2) && -of_input == -(double)input && (wide > 0) == (single > 0.0f));
#if defined(EQUAL)
    assert(any == any);
#elif defined(INPUT)
    float given = __VERIFIER_nondet_float();
    assert(given < 1e20f || given > 2e20f);
#elif defined(ADDED)
    assert(any + 1 > any);
#elif defined(ROUNDED)
    float less = (float)wide, lost = (float)any;
    if (any == 0.1) assert(lost > less);
#elif defined(WHOLE)
    float rounded = input;
    assert(rounded == rounded && (input < 16777216 || rounded >= 16777216) && (input != 16777217 || rounded == 16777216.0f));
#elif defined(TENTH)
    double tenth = input > 3 ? 0.1 : 0.25;
    assert(tenth * 3 < 1 && (input <= 3 || tenth + 0.2 != 0.3));
#elif defined(LARGE)
    double large = 1;
    for (int i = 0; i < 12; i++) large *= 10;
    if (input == 5) {
        int cut = (int)large;
        return cut;
    }
#elif defined(SUM)
    double sum = 0;
    for (int i = 0; i < 10; i++) sum += i * 0.5;
    assert(sum == 22.5 && (int)sum == 22 && (unsigned char)(sum - 0.5) == 22 && (_Bool)sum == 1);
#elif defined(CUT)
    if (any >= -1 && any < 1e9) {
        int part = (int)any;
        assert((any < 0 || part <= any) && (any >= 0 || part >= any) && part != -2);
#if defined(SMALL)
        unsigned char small = (unsigned char)any;
#endif
    }
#elif defined(LONG)
    long double long_one = 1;
    assert(long_one > 0);
#endif
    return 0;
}
