/* Statements. Returns the number of the first check that fails. */
static int range(int c) {
  switch (c) {
  case 'a' ... 'z': return 1;
  case '0' ... '9': return 2;
  case -3 ... -1: case 100000: return 3;
  default: return 4;
  }
}
static int duff(int n) {
  int done = 0, i = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { done++;
  case 3: done++;
  case 2: done++;
  case 1: done++;
          } while (--i > 0);
  }
  return done;
}
static int local_labels(int n) {
  __label__ again, out;
  int s = 0;
again:
  if (n-- == 0) goto out;
  s += n;
  goto again;
out: __attribute__((unused));
  return s;
}
static int barrier(int x) {
  __asm__ volatile("" ::: "memory");
  asm("");
  return x;
}
static int in_and_out(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0;; j++) {
      if (j == 2) break;
      if (i == 1) goto next;
      total += 10 * i + j;
    }
    continue;
  next:;
    total += 100;
  }
  return total;
}
static int shadowed(void) {
  int x = 1;
  { int x = 2; { extern int range_of(int); int y = x; x = y + 1; } if (x != 3) return 0; }
  for (int x = 5; x < 6; x++) ;
  return x;
}
int range_of(int c) { return range(c); }
static int loops(void) {
  int n = 0;
  do n++; while (0);
  while (n < 5) { n++; if (n == 3) continue; }
  for (;;) { if (++n > 8) break; }
  if (n == 9) ; else return 0;
  return n;
}
#define FIND(a, n, k) ({ __label__ out; int at = -1; for (int i = 0; i < n; i++) if (a[i] == k) { at = i; goto out; } out: at; })
static int labels_of_blocks(void) {
  int a[] = { 3, 1, 2 }, r = 0;
out:
  r += FIND(a, 3, 2) * 10 + FIND(a, 3, 1);
  if (r < 30) goto out;
  {
    __label__ out, again;
    if (r > 100) goto out;
  again:
    r++;
    { __label__ out; if (r == 45) goto out; r++; if (r < 50) goto again; out: r += 5; }
  out: ;
  }
  return r;
}
int main(void) {
  if (range('q') != 1 || range('5') != 2 || range(-2) != 3 || range(100000) != 3 || range('A') != 4) return 1;
  for (int n = 1; n < 10; n++) if (duff(n) != n) return 2;
  if (local_labels(4) != 6 || barrier(3) != 3 || in_and_out() != 142) return 3;
  if (shadowed() != 1 || loops() != 9 || labels_of_blocks() != 50) return 4;
  return 0;
}
