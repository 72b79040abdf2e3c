union u { int a; unsigned char c; };
union u __VERIFIER_nondet_u(void);
int f(void) { union u s; s.a = 5; s = __VERIFIER_nondet_u(); done: return s.a; }
