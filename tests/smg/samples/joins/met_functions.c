// Where two ways meet, a pointer to one function is none to another, and none that is NULL.
// TRUE: invalid-dereference in line 6
// TRUE: invalid-dereference in line 14
extern int __VERIFIER_nondet_int(void);
static void right(void) {}
static void wrong(void) { *(int *)0 = 1; }
int main(void) {
  void (*call)(void) = right, (*none)(void) = right;
  while (__VERIFIER_nondet_int()) {
    call();
    call = wrong;
  }
  while (__VERIFIER_nondet_int()) {
    none();
    none = 0;
  }
  return 0;
}
