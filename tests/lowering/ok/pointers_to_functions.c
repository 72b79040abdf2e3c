int one(int i) { return i; }
int apply(int (*f)(int), int i) {
  int (*g)(int) = one;
  if (f != one) f = &one;
  return (*f)(i) + g(1) + (*one)(2);
}
