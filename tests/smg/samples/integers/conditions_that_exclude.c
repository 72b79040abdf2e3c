// Nothing is dereferenced here. Ranges alone do not show that, but it is not called certain either.
// SAFE
// FALSE ALARM: invalid-dereference in line 8: no square is 7
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i > j && j > i) return *(int *)0;
    if (i * i == 7) return *(int *)0;
    return 0;
}
