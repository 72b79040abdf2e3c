// Builtins of GCC.
#include <stddef.h>
struct s { char c; struct { int a[3]; } b; };
int main(void) { int r = __builtin_offsetof(struct s, b.a[2]) + __builtin_types_compatible_p(int, const int) + __builtin_expect(3, 1) + __builtin_constant_p(4)
 + __builtin_choose_expr(1, 2, "x") + __builtin_popcount(7) + __builtin_clz(1) + __builtin_ctz(8) + __builtin_ffs(4) + __builtin_abs(-3) + (int)__builtin_strlen("abc") + __builtin_bswap16(0x0100);
 if (__builtin_expect(!!r, 1)) r++; int o; r += __builtin_add_overflow(0x7fffffff, 1, &o); r += __builtin_mul_overflow_p(3, 4, (char)0); return r & 127; }
