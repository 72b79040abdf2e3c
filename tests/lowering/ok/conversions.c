enum colour { red, green = 5, blue };
_Bool flag(void *p, char c, unsigned u, long l, short s) {
  _Bool b = p;
  b = c;
  c = u + l;
  u = c < u;
  l = sizeof(int) * s;
  s = blue;
  l = -1 < 1u;
  u = ~c << 3;
  l = 0x80000000 + 2147483648;
  p = (void *)l;
  b = p == 0 && c == 'x';
  return u;
}
