// That a number differs from others that its range does not have says nothing: it may still be each number of the range.
// TRUE: invalid-dereference in line 6
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i != 1 && i != 2 && i != 3 && i > 4 && i < 7) *(int *)0 = i;
  return 0;
}
