// Where two ways meet, a number that differs from another on one of them may be that one.
// TRUE: invalid-dereference in line 8
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_int()) { if (a == 5) return 0; } else { if (b == 5) return 0; }
  while (__VERIFIER_nondet_int()) {}
  if (__VERIFIER_nondet_int()) { if (a == 5) *(int *)0 = 1; } else { if (b == 5) *(int *)0 = 2; }
  return 0;
}
