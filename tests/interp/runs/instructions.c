// Vector instructions as headers of GCC have them, where they are operators of vectors.
#include <emmintrin.h>
#include <stdio.h>

int main(void) {
    int out[4];
    __m128i three = _mm_set1_epi32(3), sum = _mm_add_epi32(three, _mm_set_epi32(4, 3, 2, 1));
    _mm_storeu_si128((__m128i *)out, sum);
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    double two[2];
    _mm_storeu_pd(two, _mm_mul_pd(_mm_set_pd(1.5, 2.0), _mm_set1_pd(4.0)));
    printf("%g %g\n", two[0], two[1]);
    return 0;
}
