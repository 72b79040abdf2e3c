// Functions of <math.h> whose results are exact or rounded once.
#include <math.h>
#include <stdio.h>

static void whole(double x) {
    printf("%.17g %.17g %.17g %.17g %.17g\n", floor(x), ceil(x), trunc(x), round(x), rint(x));
    printf("%.9g %.9g %.9g %.9g %.9g\n", floorf(x), ceilf(x), truncf(x), roundf(x), nearbyintf(x));
    printf("%.21Lg %.21Lg %.21Lg %.21Lg %.21Lg\n", floorl(x), ceill(x), truncl(x), roundl(x), rintl(x));
    printf("%.17g %.9g %.21Lg %d %d %d %d\n", fabs(x), fabsf(x), fabsl(x), isnan(x) != 0, isinf(x), isfinite(x) != 0,
           signbit(x) != 0);
}

static void roots(double x) {
    printf("%.17g %.9g %.21Lg %.21Lg\n", sqrt(x), sqrtf(x), sqrtl(x), sqrtl(x / 3.0L));
}

static void both(double x, double y) {
    printf("%.17g %.17g %.17g", fmin(x, y), fmax(x, y), copysign(x, y));
    printf(" %.9g %.9g %.9g", fminf(x, y), fmaxf(x, y), copysignf(x, y));
    printf(" %.21Lg %.21Lg %.21Lg\n", fminl(x, y), fmaxl(x, y), copysignl(x, y));
    if (y != 0.0 && !isnan(x) && !isnan(y) && !isinf(x))
        printf("%.17g %.9g %.21Lg\n", fmod(x, y), fmodf(fabs(x) < 1e38 ? x : 1, y), fmodl(x, y));
}

int main(void) {
    volatile double big = 1e308;
    double infinity = big * 10.0, none = infinity - infinity;
    double values[] = { 0.0,   -0.0,  0.5,    -0.5,     1.5,  2.5,  -2.5,     0.49999999999999994,
                        1e10,  -7.75, 1e300,  -5e-30,  3.0,  7.0,  123456.7, 4503599627370495.5,
                        1e-40, -1e20, 2.0e-7, infinity, none, -infinity };
    int count = sizeof values / sizeof *values;
    for (int i = 0; i < count; i++) {
        whole(values[i]);
        if (values[i] >= 0)
            roots(values[i]);
        for (int j = 0; j < count; j++)
            if (!(values[i] == 0 && values[j] == 0 && i != j) && !(isnan(values[i]) && isnan(values[j])))
                both(values[i], values[j]);
    }
    volatile long double tiny = 3.6e-4951L, huge = 1.1e4932L;
    printf("%.21Lg %.21Lg %.21Lg\n", sqrtl(tiny), sqrtl(huge), fmodl(huge, 3.0L));
    printf("%d %d %d\n", __builtin_isnan(none) != 0, isinf(-infinity), __builtin_fabsf(-2.5f) == 2.5f);
    printf("%d %d\n", (int)sizeof(fabsf(1.0f)), (int)sizeof(__builtin_sqrtl(2.0L)));
    return 0;
}
