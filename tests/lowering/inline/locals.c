struct pair { int a, b; };
static void set(int *p) { *p = 1; }
static struct pair make(int a) {
  int local;
  set(&local);
  struct pair p = { a, local };
  return p;
}
static int sum(struct pair p) { return p.a + p.b; }
int main(void) {
  int i = 0, (*f)(struct pair) = sum;
  while (i < 10) i = sum(make(i));
  return f(make(i));
}
