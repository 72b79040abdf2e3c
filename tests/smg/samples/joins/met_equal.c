// Where two ways meet, numbers that are equal on one of them may differ.
// TRUE: invalid-dereference in line 8
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_int()) a = b; else c = b;
  while (__VERIFIER_nondet_int()) {}
  if (__VERIFIER_nondet_int()) { if (a != b) *(int *)0 = 1; } else { if (c != b) *(int *)0 = 2; }
  return 0;
}
