/* Numbers of 80 bits: values, arithmetic, conversions, constants, printing and reading. */
#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long double third = 1.0L / 3;
static long double table[3] = {0.1L, 1e-4940L, 3};

struct pair { char tag; long double value; };

static long double sum(int count, ...) {
    va_list list;
    long double total = 0;
    va_start(list, count);
    while (count-- > 0) total += va_arg(list, long double);
    va_end(list);
    return total;
}

static void show(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static unsigned long long low(long double value) {
    unsigned long long bits;
    memcpy(&bits, &value, 8);
    return bits;
}

int main(void) {
    printf("%.20Lf %.20Lf %Lg %.3Le\n", third, table[0], table[2], table[1]);
    printf("%llx %llx %llx\n", low(third), low(0.1), low(0x1.8p-3L));

    long double a = 7, b = -2.5L;
    printf("%Lf %Lf %Lf %.18Lf %Lf\n", a + b, a - b, a * b, a / b, -a);
    printf("%d %d %d %d %d %d\n", a < b, a >= b, a == 7, a != b, !a, a && b);
    a += 1; a++; a *= third;
    printf("%.21Lg %d\n", a, (int)a);

    double narrow = third;
    float narrower = 0.1L;
    unsigned long long big = 18446744073709551615ULL;
    printf("%.17g %.9g %d %Lf\n", narrow, narrower, narrow == third, (long double)big);
    printf("%lld %llu %d %d\n", (long long)-3.99L, (unsigned long long)1.8e19L, (_Bool)0.1L, (signed char)-128.9L);
    __int128 wide = (__int128)1 << 100;
    printf("%.0Lf %Lf\n", (long double)wide, third * narrow);

    long double zero = 0, infinite = 1 / zero, none = zero / zero;
    printf("%Lf %Lf %d %d %LE %08.2Lf|%-10.1Lf|%+Lg\n", infinite, -infinite, none == none, none < 1, none, -1.5L, 2.25L, 100000000.0L);
    printf("%.0Lf %.0Lf %Lg %Lg %#Lg %Lg %.10LG\n", 2.5L, 3.5L, 0.0001L, 0.00001L, 1.0L, 123456789.0L, 1e-10L);
    printf("%Lg %Lg %d %d\n", LDBL_MAX, LDBL_EPSILON, LDBL_MAX > DBL_MAX, LDBL_MANT_DIG);
    printf("%.25Lf\n%.19Le\n", 0.1L, LDBL_MIN);

    struct pair pairs[2] = {{'a', 1.5L}, {'b', third}}, copy = pairs[1];
    printf("%d %d %.10Lf %c\n", (int)sizeof copy, (int)sizeof pairs, copy.value, copy.tag);
    printf("%Lf\n", sum(3, 1.5L, third, (long double)2));
    show("%Lf %d %f\n", third, 4, 2.5);

    char *end;
    long double read = strtold(" 0.3333333333333333333333333 rest", &end);
    printf("%d %s %.8g\n", read == third, end, strtof("0.1x", &end));
    long double scanned = 0;
    int count = sscanf("12 1.25e3000 x", "%d %Lf", &(int){0}, &scanned);
    printf("%d %Lg\n", count, scanned);
    long double total = 0;
    for (int i = 1; i <= 100; i++) total += 1.0L / i;
    printf("%.18Lf %.15f\n", total, (double)total);
    return third > 0 ? 3 : 4;
}
