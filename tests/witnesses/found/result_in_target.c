extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
 int x = __VERIFIER_nondet_int() == 5 ? (reach_error(), 1) : 0;
 return x;
}
