// Where two ways meet, what was never written is still that.
// TRUE: uninitialized in line 9
// TRUE: uninitialized in line 10
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a, b;
  if (__VERIFIER_nondet_int()) a = 1; else b = 1;
  while (__VERIFIER_nondet_int()) {}
  if (__VERIFIER_nondet_int()) return a > 0 ? 1 : 0;
  return b > 0 ? 1 : 0;
}
