/* GNU's expressions. Returns the number of the first check that fails. */
typedef __typeof__(sizeof 0) size_t;
struct pair { int a, b; };
struct outer { char c; struct pair pairs[3]; union { long l; char bytes[8]; }; };
static int calls;
static int call(void) { return ++calls; }
static struct pair make(int a) { return (struct pair){ a, a + 1 }; }
static int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
union number { int i; double d; void *p; };
static int as_int(union number n) { return n.i; }
#define kind(x) _Generic((x), int: 1, long: 2, char *: 3, struct pair: 4, default: 9)

int main(void) {
  if (max(3, 4) != 4 || max(call(), 0) != 1 || calls != 1) return 1;
  if (({ int x = 5; x *= 2; x + 1; }) != 11) return 2;
  if ((call() ?: 7) != 2 || (0 ?: 7) != 7 || calls != 2) return 3;
  if (make(3).b != 4 || ((struct pair){ 1, 2 }).b != 2) return 4;
  if (sum((int[]){ 1, 2, 3 }, 3) != 6 || sum((const int[4]){ [2] = 5 }, 4) != 5) return 5;
  if (__builtin_offsetof(struct outer, pairs[1].b) != 16) return 6;
  if (__builtin_offsetof(struct outer, bytes[2]) != 34) return 7;
  if (!__builtin_types_compatible_p(int, const int) || __builtin_types_compatible_p(int, unsigned)) return 8;
  if (__builtin_types_compatible_p(int *, char *) || !__builtin_types_compatible_p(int[], int[5])) return 9;
  if (__builtin_choose_expr(sizeof(int) == 4, 10, "not a number") != 10) return 10;
  if (__builtin_expect(call(), 3) != 3 || calls != 3) return 11;
  if (!__builtin_constant_p(3 + 4)) return 12;
  if (kind(1) != 1 || kind(1L) != 2 || kind("s") != 3 || kind(make(1)) != 4 || kind(1.0) != 9) return 13;
  if (as_int((union number)7) != 7 || ((union number)(void *)&calls).p != &calls) return 14;
  { __auto_type x = 1L; if (sizeof x != 8) return 15; }
  { __typeof__(int *) p = &calls, q = p; if (*q != 3) return 16; }
  { int *p = 1 ? &calls : 0; void *v = 1 ? (void *)0 : p; if (!p || v) return 17; }
  if (sizeof(void) != 1 || sizeof(main) != 1 || (char *)((void *)&calls + 1) - (char *)&calls != 1) return 18;
  if (__alignof__(long) != 8 || _Alignof(struct outer) != 8 || __alignof__(calls) != 4) return 19;
  if (-1 >> 1 != -1 || (unsigned char)300 != 44 || (signed char)200 != -56) return 20;
  { int a[2] = { 1, 2 }, *p = a, s = *p++; s += *p; if (s != 3 || p != a + 1 || p - a != 1) return 21; }
  { const char *s = __func__; if (s[0] != 'm' || sizeof __func__ != 5) return 22; }
  { int x = 1, y = (x++, x + 1); if (y != 3) return 23; }
  { long long l = 1LL << 40; unsigned long long u = ~0ULL; if (l >> 38 != 4 || u != 18446744073709551615ULL) return 24; }
  { __int128 big = (__int128)1 << 100; if ((long)(big >> 90) != 1024) return 25; }
  { _Bool b = 0.5; if (b != 1 || (_Bool)&calls != 1 || sizeof b != 1) return 26; }
  { float f = 1.5f; double d = f * 2; if (d != 3.0 || (int)d != 3 || sizeof(f) != 4) return 27; }
  return 0;
}
