#include <math.h>
#include <stdio.h>
static double limit = INFINITY; static float nothing = NAN; static long double big = HUGE_VALL;
int main(void){ printf("%d %d %d %g %g\n", isnan(nothing) != 0, limit > 1e308, big > 1e308L, (double) INFINITY, HUGE_VAL); return 0; }
