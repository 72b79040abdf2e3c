// Which element is passed is not known.
// TRUE: invalid-dereference in line 6
extern int __VERIFIER_nondet_int(void);
struct s { int *p; int k; };
struct s arr[100]; int x;
int f(struct s v) { return *v.p; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 99) return 0;
  arr[0].p = &x;
  return f(arr[i]);
}
