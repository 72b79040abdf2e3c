/* Returns the number of the first check that fails. */
typedef unsigned long size_t;
struct s { char c; int i; struct { short a, b; } in; union { int x; char y[4]; } u; };
enum e { A, B = 10, C };
static int calls;
static int next(void) { return ++calls; }
static int two(int a, int b) { return a * 10 + b; }
static struct s make(int i) { struct s v = { .i = i, .in = { 1, 2 } }; return v; }
static int fib(int n) { int a = 0, b = 1; while (n-- > 0) { int t = a + b; a = b; b = t; } return a; }
static int sw(int i) {
  int r = 0;
  switch (i) { case 1: r += 1; case 2: r += 2; break; case 3 ... 5: r = 7; break; default: r = 9; }
  return r;
}
static int gotos(int n) {
  int s = 0;
loop: if (n == 0) goto out;
  { int k = n; s += k; n--; }
  goto loop;
out: return s;
}
static int nested(int x) { return x > 2 ? x > 4 ? 3 : 2 : x ?: 9; }
int table[][3] = { { 1, 2, 3 }, 4, 5, 6, [3] = { 10, [2] = 12 } };
char *names[] = { "zero", "one", [3] = "three" };
struct s globals[2] = { { 'x', 5, { 6, 7 }, { .y = { 1, 2 } } }, [1].in.b = 8 };
int *middle = &table[1][1];
int main(void) {
  int i = 5, j, a[4] = { 1, 2 }, *p = a;
  unsigned u = 3; long l; char c = 200; unsigned char uc = 200; short sh = -1; _Bool b;
  if ((j = i++) != 5 || i != 6) return 1;
  if (*p++ != 1 || *p != 2 || p - a != 1) return 2;
  *--p = 7; if (a[0] != 7 || a[3] != 0) return 3;
  if (c > 0 || uc < 100) return 4;
  if (-1 < u) return 5;
  l = -1; if (l > (long)u) return 6;
  if ((unsigned short)sh != 65535) return 7;
  b = 256; if (b != 1) return 8;
  b = &i; if (!b) return 9;
  if (two(next(), next()) < 12) return 10;
  if (make(4).i != 4 || make(3).in.b != 2 || make(1).c) return 11;
  if (sizeof(struct s) != 16 || sizeof table != 48 || sizeof names / sizeof *names != 4) return 12;
  if (fib(10) != 55) return 13;
  if (sw(1) != 3 || sw(2) != 2 || sw(4) != 7 || sw(6) != 9) return 14;
  if (gotos(4) != 10) return 15;
  if (nested(0) != 9 || nested(1) != 1 || nested(3) != 2 || nested(5) != 3) return 16;
  if (table[1][2] != 6 || table[3][2] != 12 || table[2][1] || *middle != 5) return 17;
  if (names[3][1] != 'h' || names[2]) return 18;
  if (globals[0].u.y[1] != 2 || globals[1].in.b != 8 || globals[1].i) return 19;
  if (C != 11 || (1 ? B : A) != 10) return 20;
  if ((i = 3, j = i + 1, i * j) != 12) return 21;
  i = 7; i <<= 2; i |= 1; i ^= 3; i %= 8; if (i != 6) return 22;
  if (({ int k = 2; k *= 3; k; }) != 6) return 23;
  if ((calls = 0, next() && next() && 0) || calls != 2) return 24;
  if ((calls = 0, next() || next()) != 1 || calls != 1) return 25;
  if (!(!i == 0)) return 26;
  struct s x = globals[0], *q = &x; q->in.a++; if (x.in.a != 7 || globals[0].in.a != 6) return 27;
  if (((struct s){ .i = 3 }).i != 3) return 28;
  if (&q->in.b != (short *)((char *)q + __builtin_offsetof(struct s, in.b))) return 29;
  if ((size_t)&((struct s *)0)->u != 12) return 30;
  int n = 0; for (int k = 0; k < 5; k++) { if (k == 1) continue; if (k == 4) break; n += k; } if (n != 5) return 31;
  do { n--; if (n == 2) continue; } while (n > 0); if (n != 0) return 32;
  int (*f)(int, int) = two; if (f == 0 || (f != two)) return 33;
  char word[8] = "ab", other[] = "abc"; if (word[2] || word[7] || other[2] != 'c' || sizeof other != 4) return 34;
  int big[100] = { [50] = 5 }; if (big[49] || big[50] != 5 || big[99]) return 35;
  i = 2; a[i--] = 4; if (a[2] != 4 || i != 1) return 36;
  i = j = 8; if (i != 8 || (q->i = j = 9) != 9 || q->i != 9) return 37;
  u = 0; u--; if (u != 4294967295u || u + 1 != 0) return 38;
  if ((char)300 != 44 || (int)3.9 != 3) return 39;
  p = a + 3; p -= 2; unsigned back = 1; if (*(p - back) != 7) return 40;
  if (1 + 1 == 2 ? 0 : 1) return 41;
  static int kept = 3; kept++; if (kept != 4) return 42;
  struct { unsigned f : 3; int g : 4; } bits = { 7, -1 }; bits.f++; if (bits.f != 0 || bits.g != -1) return 43;
  if (bits.f - 1 > 0) return 44;
  q->u.x = 0; q->u.y[0] = 1; if (q->u.x != 1) return 45;
  { int i = 1; { int i = 2; if (i != 2) return 46; } if (i != 1) return 47; }
  for (i = 0, j = 10; i < j; i++, j--) ; if (i != 5) return 48;
  switch (i) { default: i = 1; case 77: i++; } if (i != 2) return 49;
  if (sizeof(i++) != 4 || i != 2) return 50;
  return 0;
}
